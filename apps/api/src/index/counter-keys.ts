import type { TIMELINE_INTERVALS } from "@agent-registry/protocol";

// How the kept counts are keyed: the writer counts under these keys, the reader sums them up.

/**
 * Whole hours answer most of a count, minutes and seconds what is left at its start: some 290 rows at
 * the most, however many agents there are. Widest first.
 */
export const ATTESTATION_WIDTHS = [3_600, 60, 1] as const;

/** The kind of total that splits one currency, in its stored spelling, by category. */
export function toCategoryKind(currency: string): string {
  return `category in ${currency}`;
}

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

const DAY_SECONDS = 86_400;
/** 1 January 1970 was a Thursday, three days after a Monday. */
const DAYS_SINCE_MONDAY = 3;

/** The day, week (from Monday) and month, in UTC, that a second falls into. */
export function timelineStarts(timestamp: number): [(typeof TIMELINE_INTERVALS)[number], number][] {
  const day = Math.floor(timestamp / DAY_SECONDS);
  const monday = day - ((day + DAYS_SINCE_MONDAY) % 7);
  const date = new Date(timestamp * 1000);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
  return [
    ["day", day * DAY_SECONDS],
    ["week", monday * DAY_SECONDS],
    ["month", month],
  ];
}
