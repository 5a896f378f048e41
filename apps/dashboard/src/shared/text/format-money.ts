import { groupDigits, LOCALE } from "./format-number.ts";

/** As the API's answers are read: a number, or a bigint if it is beyond 2^53. */
export type Cents = number | bigint;

/** A sum that keeps every digit. */
export function addCents(a: Cents, b: Cents): Cents {
  const sum = BigInt(a) + BigInt(b);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}

/**
 * Cents as an amount. The cents never become a fraction on the way: as a
 * floating-point number the largest amounts would lose their last digit.
 */
export function formatCents(cents: Cents): string {
  // Not `String(cents)`, which writes the largest sums with an exponent.
  const whole = typeof cents === "bigint" ? cents : BigInt(Math.trunc(cents));
  const digits = (whole < 0n ? -whole : whole).toString().padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${groupDigits(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** A short amount for narrow places such as the axes of charts: "1.2K". */
export function formatCentsShort(
  cents: Cents,
  { fractionDigits = 1 }: { fractionDigits?: number } = {},
): string {
  return new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: fractionDigits }).format(
    Number(cents) / 100,
  );
}

/** A thousand million and more: too many digits to fit a card on a phone, or to be read at a glance. */
export function isLongAmount(cents: Cents): boolean {
  return cents >= 100_000_000_000 || cents <= -100_000_000_000;
}
