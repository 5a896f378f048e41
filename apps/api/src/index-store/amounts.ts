/**
 * Sums of amounts are stored as decimal digits of a fixed width. A thousand reports of one agent can make a
 * sum larger than 64 bits, and SQLite would then silently use floating point. Digits stay exact on both
 * engines, and sort as the numbers do.
 */
const DIGITS = 36;

export function toStoredAmount(amount: bigint): string {
  return amount.toString().padStart(DIGITS, "0");
}

export function fromStoredAmount(stored: string): bigint {
  return BigInt(stored);
}
