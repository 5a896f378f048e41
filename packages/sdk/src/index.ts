export type {
  AgentRecord,
  AgentResponse,
  AgentStatus,
  AgentsResponse,
  AgentWalletsResponse,
  Agreement,
  AssuranceLevel,
  CertificateAnswer,
  CertificateFault,
  CertifiedRule,
  Compliance,
  ComplianceObjection,
  CreatorResponse,
  CurrencyDescription,
  Decision,
  EnforcementFiling,
  EnforcementResponse,
  Filing,
  FilingsResponse,
  HaftungspersonResponse,
  HistoryResponse,
  LineageNode,
  NotariesResponse,
  NotaryResponse,
  Objection,
  PersonKind,
  Policy,
  RegisterEntry,
  RegisterFiling,
  RelayOutcomeResponse,
  RevenueAggregateResponse,
  RevenueReport,
  RevenueResponse,
  WalletEntriesResponse,
} from "@agent-registry/protocol";
export {
  createCurrencyDescriber,
  decide,
  describeCurrency,
  minimalForwarderAbi,
  registryAbi,
} from "@agent-registry/protocol";
export {
  type Keccak256,
  type KyaProof,
  parseKyaProof,
  UntrustedProof,
  type UntrustedReason,
} from "@agent-registry/protocol/proof";
export type { SeenRecord, SeenRecord as ConfirmInput } from "./actions/agree.ts";
export type { AttesterInput } from "./actions/attest.ts";
export { type FleetAttestation, PartlyAttestedError } from "./actions/attest-many.ts";
export type { CancelInput, Cancellation } from "./actions/cancel-requests.ts";
export type { CertificateOnChain, CertificateTerms, CertifyInput } from "./actions/certificates.ts";
export {
  type EnforcementInput,
  type FollowedFilings,
  type FollowInput,
  followFilings,
  type HistoryInput,
} from "./actions/filings.ts";
export type { AgentWalletsInput, WalletEntriesInput } from "./actions/get-agent.ts";
export type { AgentConsents } from "./actions/get-consents.ts";
export type { KyaAtInput, PastKyaVerdict } from "./actions/kya-at.ts";
export type { KyaDecision, KyaManyInput } from "./actions/kya-by-api.ts";
export type { KyaAgent, KyaEntry, KyaFinding, KyaInput, KyaVerdict } from "./actions/kya-finding.ts";
export type { AgentsInput, PersonInput } from "./actions/list-agents.ts";
export type { AgentId } from "./actions/parse-arguments.ts";
export {
  type AgentDescription,
  type RegisterChildInput,
  type RegisterInput,
  type Registration,
  toCapabilityHash,
  toConstitutionHash,
} from "./actions/register.ts";
export type { RevenueInput } from "./actions/revenue.ts";
export type { ProposeHaftungspersonInput, ProposeWalletInput } from "./actions/take-over.ts";
export type { CapabilitiesInput, ConstitutionInput } from "./actions/update-record.ts";
export * from "./actions.ts";
export { hashCapabilities, hashConstitution, toCanonicalCapabilities } from "./canonical-hash.ts";
export { parseBaseUrl } from "./client/api-client.ts";
export { type AddressInput, parseAddress } from "./client/parse-address.ts";
export {
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
  type SentCall,
} from "./client/registry-client.ts";
export { type AgentRegistry, createAgentRegistry } from "./create-agent-registry.ts";
export { RegistryError, type RegistryErrorReason } from "./errors/registry-error.ts";
export { toChainError } from "./errors/to-chain-error.ts";
export { type ChainTarget, fromEnv, parseChain, parsePrivateKey, type RegistryEnv } from "./from-env.ts";
export type { KyaProofInput } from "./proof/fetch-kya-proof.ts";
export { type RpcQuorumOptions, rpcQuorum } from "./proof/rpc-quorum.ts";
export {
  type ClaimedBlock,
  type FinalBlock,
  type FinalChain,
  pinnedBlock,
  type TrustedBlocks,
} from "./proof/trusted-blocks.ts";
export type { ProvenAgent, ProvenVerdict, VerifyKyaInput } from "./proof/verify-kya.ts";
export type { AdmissionOptions } from "./provider/create-admission.ts";
export type {
  Admission,
  AdmissionDecision,
  AdmittedAgent,
  DecisionBasis,
  SignedList,
} from "./provider/decision.ts";
export type { SignatureDialect } from "./provider/erc8128/signature-base.ts";
export {
  createMemoryNonceStore,
  type NonceStore,
  type NonceTaking,
  type NonceUse,
} from "./provider/nonce-store.ts";
export type { AdmissionProblem } from "./provider/problems.ts";
export type { Refusal, RefusalReason } from "./provider/refusal.ts";
export {
  createAgentFetch,
  type RequestFacts,
  type RequestToSign,
  signRequest,
} from "./provider/sign-request.ts";
export type { Source } from "./reading/source.ts";
export { MAX_REQUEST_LIFETIME_SECONDS } from "./send/sign-forward-request.ts";
export type { WriteResult } from "./send/written.ts";
