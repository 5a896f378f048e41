/**
 * Sums of amounts are kept as decimal digits of a fixed width. One agent can drive a sum past 64
 * bits with a thousand reports, where SQLite would quietly go over to floating point; digits stay
 * exact on both engines, and sort as the numbers do.
 */
const DIGITS = 36;

export function toStoredAmount(amount: bigint): string {
  return amount.toString().padStart(DIGITS, "0");
}

export function fromStoredAmount(stored: string): bigint {
  return BigInt(stored);
}

/** For the wire, where a JSON number is all there is: exact up to 2^53, the nearest number beyond. */
export function toWireAmount(stored: string): number {
  return Number(stored);
}
