import { SIGNATURE_BYTES } from "@agent-registry/protocol";
import { recover } from "tiny-secp256k1";
import { type Address, type Hex, hexToBytes } from "viem";
import { keccak256 } from "../transaction/keccak256.ts";

/**
 * The signer's address in lower case; null if these bytes are no signature, since not every 65 bytes are a
 * point on the curve. In WebAssembly: in plain JavaScript this takes longer than all the rest of a relay.
 */
export function recoverSigner({ digest, signature }: { digest: Hex; signature: Hex }): Address | null {
  const bytes = hexToBytes(signature);
  const recoveryId = toRecoveryId(bytes[64]);
  if (bytes.length !== SIGNATURE_BYTES || recoveryId === null) return null;
  try {
    const publicKey = recover(hexToBytes(digest), bytes.subarray(0, 64), recoveryId, false);
    return publicKey && toAddress(publicKey);
  } catch {
    return null;
  }
}

/** Ethereum counts from 27; the contract accepts no other form. */
function toRecoveryId(last: number | undefined): 0 | 1 | null {
  if (last === 27) return 0;
  return last === 28 ? 1 : null;
}

function toAddress(publicKey: Uint8Array): Address {
  // The first byte only says that the key is not compressed.
  return `0x${keccak256(publicKey.subarray(1)).slice(-40)}`;
}
