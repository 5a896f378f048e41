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
export { acceptHaftungsperson } from "./actions/accept-haftungsperson.ts";
export { acceptWallet } from "./actions/accept-wallet.ts";
export { attest } from "./actions/attest.ts";
export { attestMany, type FleetAttestation } from "./actions/attest-many.ts";
export { type CancelInput, type Cancellation, cancelRequests } from "./actions/cancel-requests.ts";
export {
  acceptCertificate,
  type CertificateOnChain,
  type CertificateTerms,
  type CertifyInput,
  certifyPerson,
  endCertificate,
  getCertificate,
} from "./actions/certificates.ts";
export { confirm } from "./actions/confirm.ts";
export { decline } from "./actions/decline.ts";
export { findAgentId } from "./actions/find-agent-id.ts";
export { type FollowedFilings, type FollowInput, followFilings } from "./actions/follow-filings.ts";
export { getAgent } from "./actions/get-agent.ts";
export { type AgentWalletsInput, getAgentWallets } from "./actions/get-agent-wallets.ts";
export { type AgentConsents, getConsents } from "./actions/get-consents.ts";
export { getHistory, type HistoryInput } from "./actions/get-history.ts";
export { getLineage } from "./actions/get-lineage.ts";
export { type EnforcementInput, getEnforcement, getNewestFilings } from "./actions/get-newest-filings.ts";
export { getCreator, getHaftungsperson, type PersonInput } from "./actions/get-person.ts";
export { getRevenue } from "./actions/get-revenue.ts";
export { getRevenueTotals } from "./actions/get-revenue-totals.ts";
export { getWalletEntries, type WalletEntriesInput } from "./actions/get-wallet-entries.ts";
export { kya } from "./actions/kya.ts";
export { type KyaAtInput, kyaAt, type PastKyaVerdict } from "./actions/kya-at.ts";
export type {
  KyaAgent,
  KyaEntry,
  KyaFinding,
  KyaInput,
  KyaVerdict,
} from "./actions/kya-finding.ts";
export { kyaMany } from "./actions/kya-many.ts";
export type { KyaDecision, KyaManyInput } from "./actions/kya-many-by-api.ts";
export { type AgentsInput, listAgents } from "./actions/list-agents.ts";
export type { AgentId } from "./actions/parse-arguments.ts";
export { type ProposeHaftungspersonInput, proposeHaftungsperson } from "./actions/propose-haftungsperson.ts";
export { type ProposeWalletInput, proposeWallet } from "./actions/propose-wallet.ts";
export { reactivate } from "./actions/reactivate.ts";
export {
  type AgentDescription,
  type RegisterChildInput,
  type RegisterInput,
  type Registration,
  register,
  registerChild,
  toCapabilityHash,
  toConstitutionHash,
} from "./actions/register.ts";
export { releaseWallet } from "./actions/release-wallet.ts";
export { type RevenueInput, reportRevenue } from "./actions/report-revenue.ts";
export { revoke } from "./actions/revoke.ts";
export {
  addNotary,
  addRegulator,
  getNotaries,
  getNotary,
  getRegulators,
  isNotary,
  isRegulator,
  removeNotary,
  removeRegulator,
} from "./actions/roles.ts";
export { type AttesterInput, setAttester } from "./actions/set-attester.ts";
export { suspend } from "./actions/suspend.ts";
export { terminate } from "./actions/terminate.ts";
export type { SeenRecord, SeenRecord as ConfirmInput } from "./actions/to-seen-hash.ts";
export { type CapabilitiesInput, updateCapabilities } from "./actions/update-capabilities.ts";
export { type ConstitutionInput, updateConstitution } from "./actions/update-constitution.ts";
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
export { PartlyAttestedError } from "./errors/partly-attested-error.ts";
export { RegistryError, type RegistryErrorReason } from "./errors/registry-error.ts";
export { toChainError } from "./errors/to-chain-error.ts";
export { fromEnv, parsePrivateKey, type RegistryEnv } from "./from-env.ts";
export { type ChainTarget, parseChain } from "./parse-chain.ts";
export { fetchKyaProof, type KyaProofInput } from "./proof/fetch-kya-proof.ts";
export { type RpcQuorumOptions, rpcQuorum } from "./proof/rpc-quorum.ts";
export {
  type ClaimedBlock,
  type FinalBlock,
  type FinalChain,
  pinnedBlock,
  type TrustedBlocks,
} from "./proof/trusted-blocks.ts";
export {
  type ProvenAgent,
  type ProvenVerdict,
  type VerifyKyaInput,
  verifyKya,
} from "./proof/verify-kya.ts";
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
export type { RequestFacts } from "./provider/request-proof.ts";
export { createAgentFetch, type RequestToSign, signRequest } from "./provider/sign-request.ts";
export type { Source } from "./reading/source.ts";
export { getRelayOutcome } from "./send/get-relay-outcome.ts";
export { MAX_REQUEST_LIFETIME_SECONDS } from "./send/sign-forward-request.ts";
export type { WriteResult } from "./send/write-result.ts";
