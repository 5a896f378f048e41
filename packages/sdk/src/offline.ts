export type { ReceiptClaims } from "@agent-registry/protocol/signed";
export { createOfflineKya, type OfflineKya, type OfflineKyaOptions } from "./offline/create-offline-kya.ts";
export { type FetchSignedInput, fetchBinding, fetchReceipt } from "./offline/fetch-token.ts";
export type { Contradiction } from "./offline/find-contradictions.ts";
export type { Issuer } from "./offline/issuers.ts";
export type { OfflineDecision } from "./offline/known-agents.ts";
export type { ListProblem } from "./offline/list-keeper.ts";
export { type FraudFinding, type ProveFraudInput, proveFraud } from "./offline/prove-fraud.ts";
export { type Binding, verifyBinding } from "./offline/verify-binding.ts";
export {
  type ReceiptVerdict,
  readReceipt,
  type SignedBy,
  type VerifyReceiptInput,
  verifyReceipt,
} from "./offline/verify-receipt.ts";
export { UntrustedToken, type UntrustedTokenReason } from "./offline/verify-token.ts";
