import { RlpError } from "./rlp.ts";

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

export const proofFault = (what: string) => new UntrustedProof("proof", `proof: ${what}`);

/** Bytes that cannot be read are as good as none. */
export function readOrRefuse<T>(read: () => T, toRefusal: (what: string) => UntrustedProof = proofFault): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RlpError) throw toRefusal(error.message);
    throw error;
  }
}
