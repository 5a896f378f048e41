const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** The epoch stands for a time that never happened. */
export function isNever(iso: string): boolean {
  return Date.parse(iso) === 0;
}

function count(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"}`;
}

/** A length of time in its two largest units: "5 days 7 hours". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => total >= size);
  if (first === -1) return "0 seconds";
  const parts: string[] = [];
  let rest = total;
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const value = Math.floor(rest / size);
    rest -= value * size;
    if (value > 0) parts.push(count(value, unit));
  }
  return parts.join(" ");
}

/** How long ago, in the largest unit that fits. A moment ahead of this clock is "just now". */
export function formatAgo(seconds: number): string {
  const total = Math.floor(seconds);
  if (total < 1) return "just now";
  const days = Math.floor(total / 86_400);
  if (days >= 730) return `${count(Math.floor(days / 365), "year")} ago`;
  if (days >= 60) return `${count(Math.floor(days / 30), "month")} ago`;
  const [unit, size] = UNITS.find(([, unitSize]) => total >= unitSize) ?? ["second", 1];
  return `${count(Math.floor(total / size), unit)} ago`;
}

/** Day, month in words, and the time to the second; in UTC, as the register keeps it. */
export function formatExact(iso: string, locale?: string): string {
  if (isNever(iso)) return "never";
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: "UTC",
  })
    .format(new Date(iso))
    .concat(" UTC");
}

export function formatDate(iso: string, locale?: string): string {
  if (isNever(iso)) return "never";
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(iso));
}

/** A reporting period, as short as the locale can say it: "1–7 Nov 2026". */
export function formatPeriod({ start, end }: { start: string; end: string }, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(new Date(start), new Date(end));
}
