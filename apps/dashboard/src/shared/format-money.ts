/**
 * Cents as an amount in the reader's locale. The cents never become a fraction on the way: as a
 * floating-point number the largest amounts would lose their last digit.
 */
export function formatCents(cents: number, locale?: string): string {
  const digits = String(Math.abs(Math.trunc(cents))).padStart(3, "0");
  const decimal = `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    decimal as `${number}`,
  );
}

/** For the axes of charts, where there is little room: "1.2K". */
export function formatCentsShort(cents: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(cents / 100);
}
