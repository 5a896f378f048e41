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
