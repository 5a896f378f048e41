import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex } from "@noble/hashes/utils";

/**
 * An address of 0x and 40 hexadecimal digits as EIP-55 writes it: a letter is a capital where the hash of the lower-case
 * address has a digit of 8 or more. viem's weighs several times as much, and every page of the dashboard needs this.
 */
export function checksumAddress(address: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(digits));
  const checksummed = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${checksummed.join("")}`;
}
