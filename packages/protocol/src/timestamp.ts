const DAY = 86_400;
const MAX_REMEMBERED_DAYS = 10_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const dates = new Map<number, string>();

/**
 * Writes chain time, whole seconds since the epoch, as answers show it. The same as `Date` writes, in a
 * fraction of the time: a page of answers has hundreds of them, on few different days.
 */
export function toTimestamp(seconds: number): string {
  const time = seconds % DAY;
  const date = toDate(seconds - time);
  const [hours, rest] = [Math.floor(time / 3_600), time % 3_600];
  return `${date}T${TWO_DIGITS[hours]}:${TWO_DIGITS[Math.floor(rest / 60)]}:${TWO_DIGITS[rest % 60]}.000Z`;
}

function toDate(startOfDay: number): string {
  let date = dates.get(startOfDay);
  // Stryker disable next-line ConditionalExpression: Only speed: a date that is remembered is written once more.
  if (date === undefined) {
    date = new Date(startOfDay * 1000).toISOString().slice(0, -"T00:00:00.000Z".length);
    // Stryker disable next-line ConditionalExpression,EqualityOperator,CallExpression: Only speed and memory: when dates are forgotten.
    if (dates.size >= MAX_REMEMBERED_DAYS) dates.clear();
    // Stryker disable next-line CallExpression: Only speed: no date is remembered, and each is written once more.
    dates.set(startOfDay, date);
  }
  return date;
}
