import { RlpError } from "./rlp.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

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
