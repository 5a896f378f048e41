import type { Address } from "viem";

const WORD_DIGITS = 64;

/** A number or an address as the 32 bytes that it has in ABI encoding, in hex without 0x. */
export function toWord(value: bigint | Address): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase();
  // A minus sign, or more than fits, would shift all that follows.
  if (digits.length > WORD_DIGITS || digits.startsWith("-")) throw new RangeError("No word of the ABI");
  return digits.padStart(WORD_DIGITS, "0");
}
