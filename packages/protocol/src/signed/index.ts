export { inflateCapped, TooLargeToInflate } from "../read-body.ts";
export { BINDING_LIFETIME_SECONDS, BindingClaims, toBindingClaims } from "./binding-claims.ts";
export { ReceiptClaims, toReceiptClaims } from "./receipt-claims.ts";
export {
  AGENTS_PER_LIST,
  BITS_PER_AGENT,
  findStatus,
  STATUS_VALUES,
  type StatusValue,
  setStatus,
  toListBytes,
  toListPlace,
  VALUES_BY_STATUS,
} from "./status-list.ts";
export { StatusListClaims, toStatusListClaims } from "./status-list-claims.ts";
export {
  type Certified,
  MAX_LIFETIME_SECONDS,
  PARTIES,
  type Party,
  TOKEN_TYPES,
  type TokenKind,
  toAccountAddress,
  toAccountName,
  toPartyNames,
  toSaid,
  toStatusListUri,
} from "./token.ts";
export { judgeStanding, type Verdict, type VerdictReason } from "./verdict.ts";
