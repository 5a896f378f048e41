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

// Written by hand: browsers and servers differ in how they put dates into words, and both write the same page.
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Day, month in words, and the time to the second; in UTC, as the register keeps it. */
export function formatExact(iso: string): string {
  if (isNever(iso)) return "never";
  const { day, month, year } = toParts(iso);
  return `${day} ${month} ${year} at ${new Date(iso).toISOString().slice(11, 19)} UTC`;
}

/** The day alone, with its month in words. */
export function formatDay(iso: string): string {
  const { day, month, year } = toParts(iso);
  return `${day} ${month} ${year}`;
}

export function formatDate(iso: string): string {
  if (isNever(iso)) return "never";
  return `${formatShortDay(iso)} ${toParts(iso).year}`;
}

/** "31 Dec", where the year is known. */
export function formatShortDay(iso: string): string {
  return `${toParts(iso).day} ${formatMonth(iso)}`;
}

/** "Dec". */
export function formatMonth(iso: string): string {
  return toParts(iso).month.slice(0, 3);
}

/** A reporting period, as short as it can be said: "1–7 Nov 2026". */
export function formatPeriod({ start, end }: { start: string; end: string }): string {
  const [from, to] = [toParts(start), toParts(end)];
  if (formatDate(start) === formatDate(end)) return formatDate(end);
  if (from.year !== to.year) return `${formatDate(start)} – ${formatDate(end)}`;
  if (from.month !== to.month) return `${formatShortDay(start)} – ${formatDate(end)}`;
  return `${from.day}–${formatDate(end)}`;
}

function toParts(iso: string): { day: number; month: string; year: number } {
  const date = new Date(iso);
  return { day: date.getUTCDate(), month: MONTHS[date.getUTCMonth()] ?? "", year: date.getUTCFullYear() };
}

/** Up to this long an answer counts as new: the network takes time, and ages are whole seconds. */
const FRESH_MS = 5_000;

type Times = {
  /** When the answer came; 0 before the first one. */
  refreshedAtMs: number;
  /** When the API made the answer: it may keep one for minutes. */
  asOfMs: number;
};

export function toRefreshedWords({ refreshedAtMs, nowMs }: Times & { nowMs: number }): string {
  return refreshedAtMs === 0 ? "" : `Refreshed ${formatAgo((nowMs - refreshedAtMs) / 1000)}`;
}

/** The age of the figures themselves; null if the API made them for this answer. */
export function toFiguresWords({ refreshedAtMs, asOfMs, nowMs }: Times & { nowMs: number }): string | null {
  if (refreshedAtMs - asOfMs <= FRESH_MS) return null;
  return `figures as of ${formatAgo((nowMs - asOfMs) / 1000)}`;
}
