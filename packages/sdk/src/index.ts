export type {
  AgentRecord,
  AgentResponse,
  AgentStatus,
  AgentsResponse,
  Compliance,
  ConsentsResponse,
  Filing,
  HistoryResponse,
  LineageNode,
  RevenueReport,
  RevenueResponse,
} from "@agent-registry/protocol";
export { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
export { attest } from "./actions/attest.ts";
export { confirm } from "./actions/confirm.ts";
export { findAgentId } from "./actions/find-agent-id.ts";
export { getAgent } from "./actions/get-agent.ts";
export { getConsents } from "./actions/get-consents.ts";
export { getHistory, type HistoryInput } from "./actions/get-history.ts";
export { getLineage } from "./actions/get-lineage.ts";
export { getRevenue } from "./actions/get-revenue.ts";
export { type KyaAgent, type KyaInput, type KyaVerdict, kya } from "./actions/kya.ts";
export { type AgentsInput, listAgents } from "./actions/list-agents.ts";
export type { AgentId } from "./actions/parse-arguments.ts";
export { reactivate } from "./actions/reactivate.ts";
export {
  type AgentDescription,
  type RegisterChildInput,
  type RegisterInput,
  type Registration,
  register,
  registerChild,
} from "./actions/register.ts";
export { type RevenueInput, reportRevenue } from "./actions/report-revenue.ts";
export { revoke } from "./actions/revoke.ts";
export { suspend } from "./actions/suspend.ts";
export { terminate } from "./actions/terminate.ts";
export { type CapabilitiesInput, updateCapabilities } from "./actions/update-capabilities.ts";
export { type ConstitutionInput, updateConstitution } from "./actions/update-constitution.ts";
export { hashCapabilities, hashConstitution, toCanonicalCapabilities } from "./canonical-hash.ts";
export {
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from "./client/registry-client.ts";
export { type AgentRegistry, createAgentRegistry } from "./create-agent-registry.ts";
export { RegistryError, type RegistryErrorReason } from "./errors/registry-error.ts";
export { toChainError } from "./errors/to-chain-error.ts";
export { fromEnv, parsePrivateKey, type RegistryEnv } from "./from-env.ts";
export { type ChainTarget, parseChain } from "./parse-chain.ts";
export type { Admission, AdmissionOptions, AdmittedAgent } from "./provider/create-admission.ts";
export { createMemoryNonceStore, type NonceStore, type NonceUse } from "./provider/nonce-store.ts";
export { PROOF_HEADER, PROOF_LIFETIME_SECONDS, type RequestFacts } from "./provider/proof.ts";
export type { Refusal, RefusalReason } from "./provider/refusal.ts";
export { createAgentFetch, signRequest } from "./provider/sign-request.ts";
export type { Source } from "./reading/source.ts";
export type { WriteResult } from "./send/write-result.ts";
