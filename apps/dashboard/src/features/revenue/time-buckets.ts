import type { Interval } from "../../api/resources.ts";

export type Bucket = { startMs: number; cents: number };

const DAY_MS = 86_400_000;

/** The first moment of the day, week (from Monday) or month in UTC, as the API cuts them. */
export function toBucketStart({ ms, interval }: { ms: number; interval: Interval }): number {
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (interval === "day") return day;
  const date = new Date(day);
  if (interval === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

export function toNextBucketStart({ startMs, interval }: { startMs: number; interval: Interval }): number {
  if (interval === "day") return startMs + DAY_MS;
  if (interval === "week") return startMs + 7 * DAY_MS;
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * Every interval from the first amount to the last, those without any as zero: a gap in time must look like
 * a gap. At most `limit`, the newest.
 */
export function toBuckets({
  amounts,
  interval,
  limit,
}: {
  amounts: { ms: number; cents: number }[];
  interval: Interval;
  limit: number;
}): Bucket[] {
  const sums = new Map<number, number>();
  for (const { ms, cents } of amounts) {
    const startMs = toBucketStart({ ms, interval });
    sums.set(startMs, (sums.get(startMs) ?? 0) + cents);
  }
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const buckets: Bucket[] = [];
  for (
    let startMs = Math.min(...sums.keys());
    startMs <= last;
    startMs = toNextBucketStart({ startMs, interval })
  ) {
    buckets.push({ startMs, cents: sums.get(startMs) ?? 0 });
    // Reports may lie years apart; what falls off the front is never needed.
    if (buckets.length > limit) buckets.shift();
  }
  return buckets;
}

/** The interval that shows a span of time in a readable number of bars. */
export function chooseInterval(amounts: { ms: number }[]): Interval {
  const times = amounts.map(({ ms }) => ms);
  const days = times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / DAY_MS;
  if (days <= 14) return "day";
  return days <= 7 * 40 ? "week" : "month";
}
