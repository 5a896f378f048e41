// A thread of its own imports this file, so it imports little: every module is loaded once for each thread.
import { SIGNATURE_BYTES } from "@agent-registry/protocol/limits";
import { createKeccak } from "hash-wasm";
import { recover } from "tiny-secp256k1";
import type { Address, Hex } from "viem";

const SIGNATURE_LENGTH = 2 + SIGNATURE_BYTES * 2;

export type SignedDigest = { digest: Hex; signature: Hex };

/**
 * The signer's address in lower case; null if these bytes are no signature, since not every 65 bytes are a
 * point on the curve. In WebAssembly: in plain JavaScript this takes longer than all the rest of a relay.
 */
export function recoverSigner({ digest, signature }: SignedDigest): Address | null {
  if (signature.length !== SIGNATURE_LENGTH) return null;
  // Node stops at the first digit that is none, and then there are too few.
  const bytes = Buffer.from(signature.slice(2), "hex");
  const recoveryId = toRecoveryId(bytes[SIGNATURE_BYTES - 1]);
  if (recoveryId === null) return null;
  try {
    const hash = Buffer.from(digest.slice(2), "hex");
    const publicKey = recover(hash, bytes.subarray(0, 64), recoveryId, false);
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

const hasher = await createKeccak(256);

/**
 * In WebAssembly: plain JavaScript takes seven times as long for a few words, and twenty times for a whole batch. One
 * hasher serves all callers, since nothing is awaited between its steps.
 */
export function keccak256(data: Hex | Uint8Array): Hex {
  const bytes = typeof data === "string" ? toBytes(data) : data;
  return `0x${hasher.init().update(bytes).digest("hex")}`;
}

/** Node stops at the first digit that is none; half of the data must not get the hash of the whole. */
function toBytes(hex: Hex): Uint8Array {
  const bytes = Buffer.from(hex.slice(2), "hex");
  if (bytes.length * 2 !== hex.length - 2) throw new RangeError("Not hex bytes");
  return bytes;
}
