/** Why a proof proves nothing, for programs to branch on. */
export type UntrustedReason =
  | "unknown-version"
  | "malformed"
  | "header-hash"
  | "stale-block"
  | "block-from-the-future"
  | "not-canonical"
  | "proof"
  | "no-contract"
  | "other-code"
  | "slot-missing"
  | "wallet-mismatch";

/** What was handed over as a proof is none: a `reason` for programs, and a sentence that says what is wrong with it. */
export class UntrustedProof extends Error {
  override readonly name = "UntrustedProof";
  readonly reason: UntrustedReason;

  constructor(reason: UntrustedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
