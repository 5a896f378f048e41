import type { Address, Hex } from "viem";
import { recoverAddress } from "viem/utils";

export type SignedDigest = { digest: Hex; signature: Hex };
export type RecoveryJob = SignedDigest & { id: number };
export type RecoveryResult = { id: number; signer: Address | null };

/** Null where the signature is nobody's: not every 65 bytes are a point on the curve. */
export async function recoverSigner({ digest, signature }: SignedDigest): Promise<Address | null> {
  try {
    return await recoverAddress({ hash: digest, signature });
  } catch {
    return null;
  }
}
