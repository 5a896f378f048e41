import { bytesToHex, hexToBytes } from "@noble/hashes/utils";

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  // Stryker disable next-line EqualityOperator: Behind the end of both there is nothing, which is the same.
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

/**
 * Node reads hex six times as quickly as a loop does, but stops at the first character that is none: then the
 * result is too short, and the loop decides.
 */
export function toBytes(hex: `0x${string}`): Uint8Array {
  const digits = hex.slice(2);
  const read = globalThis.Buffer?.from(digits, "hex");
  return read !== undefined && read.length * 2 === digits.length
    ? new Uint8Array(read.buffer, read.byteOffset, read.length)
    : hexToBytes(digits);
}

/** In lower case. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`;
}
