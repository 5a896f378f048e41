import { keccak_256 } from "@noble/hashes/sha3";

type Address = `0x${string}`;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Whatever its checksum is. */
export function isAddressShaped(value: unknown): value is Address {
  return typeof value === "string" && ADDRESS.test(value);
}

/** Saves hashing: the same creators and Haftungspersonen come again and again. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, Address>();

/**
 * An address of 0x and 40 hexadecimal digits as EIP-55 writes it: a letter is a capital where the hash of the lower-case
 * address has a digit of 8 or more. viem's weighs several times as much, and every page of the dashboard needs this.
 */
export function checksumAddress(address: string): Address {
  const lower = address.toLowerCase();
  let checksummed = remembered.get(lower);
  if (checksummed === undefined) {
    checksummed = toChecksummed(lower);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(lower, checksummed);
  }
  return checksummed;
}

function toChecksummed(lower: string): Address {
  const digits = lower.slice(2);
  const hash = keccak_256(digits);
  let mixed = "";
  for (let i = 0; i < digits.length; i += 1) {
    const [byte, digit] = [hash[i >> 1] ?? 0, digits.charAt(i)];
    const ofHash = i % 2 === 0 ? byte >> 4 : byte & 15;
    mixed += ofHash >= 8 ? digit.toUpperCase() : digit;
  }
  return `0x${mixed}`;
}
