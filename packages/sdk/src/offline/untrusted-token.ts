/** Why a signed statement is not believed, for programs to branch on. */
export type UntrustedTokenReason =
  // What it looks like.
  | "malformed"
  | "too-large"
  | "other-algorithm"
  | "forbidden-header"
  | "other-kind"
  // Who signed it.
  | "unknown-issuer"
  | "unknown-key"
  | "keys-unavailable"
  | "bad-signature"
  // What it says.
  | "contradictory"
  | "other-chain"
  | "other-registry"
  | "other-wallet"
  | "other-list"
  // When it says it.
  | "expired"
  | "not-yet-valid"
  | "too-old"
  | "too-long-lived"
  | "stale-block"
  | "block-from-the-future";

/** A signed statement that is not to be believed: a `reason` for programs, and a sentence that says why. */
export class UntrustedToken extends Error {
  override readonly name = "UntrustedToken";
  readonly reason: UntrustedTokenReason;

  constructor(reason: UntrustedTokenReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}
