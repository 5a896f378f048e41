import { bytesToHex, hexToBytes } from "@noble/hashes/utils";

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

export function toBytes(hex: `0x${string}`): Uint8Array {
  return hexToBytes(hex.slice(2));
}

/** In lower case. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`;
}
