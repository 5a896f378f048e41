/**
 * Cents as an amount in the reader's locale. The cents never become a fraction on the way: as a
 * floating-point number the largest amounts would lose their last digit.
 */
export function formatCents(cents: number, locale?: string): string {
  // Not `String(cents)`, which writes the largest sums with an exponent.
  const digits = BigInt(Math.abs(Math.trunc(cents)))
    .toString()
    .padStart(3, "0");
  const decimal = `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    decimal as `${number}`,
  );
}

/** A short amount for narrow places such as the axes of charts: "1.2K". */
export function formatCentsShort(
  cents: number,
  { fractionDigits = 1, locale }: { fractionDigits?: number; locale?: string } = {},
): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: fractionDigits }).format(
    cents / 100,
  );
}

/** A thousand million and more: too many digits to fit a card on a phone, or to be read at a glance. */
export function isLongAmount(cents: number): boolean {
  return Math.abs(cents) >= 100_000_000_000;
}
