import type { RevenueTimelineResponse } from "@agent-registry/protocol";
import type { Interval } from "../../api/resources.ts";
import { addCents, type Cents } from "../../shared/text/format-money.ts";

export type Bucket = { startMs: number; cents: Cents };

const DAY_MS = 86_400_000;

/** The first moment of the day, week (from Monday) or month in UTC, as in the API's timeline. */
export function toBucketStart({ ms, interval }: { ms: number; interval: Interval }): number {
  const day = Math.floor(ms / DAY_MS) * DAY_MS;
  if (interval === "day") return day;
  const date = new Date(day);
  if (interval === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

function toNextBucketStart({ startMs, interval }: { startMs: number; interval: Interval }): number {
  if (interval === "day") return startMs + DAY_MS;
  if (interval === "week") return startMs + 7 * DAY_MS;
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

type TimeRange = { fromMs: number; toMs: number };

/**
 * One bucket for every interval from the first amount to the last, or over a range that holds them.
 * Intervals without an amount are zero: a gap in time must look like a gap. At most `limit`, the newest.
 */
export function toBuckets({
  amounts,
  interval,
  limit,
  range,
}: {
  amounts: { ms: number; cents: Cents }[];
  interval: Interval;
  limit: number;
  /** Charts that stand beside each other share one, so that their time axes agree. */
  range?: TimeRange | undefined;
}): Bucket[] {
  const sums = new Map<number, Cents>();
  for (const { ms, cents } of amounts) {
    const startMs = toBucketStart({ ms, interval });
    sums.set(startMs, addCents(sums.get(startMs) ?? 0, cents));
  }
  const ends = range === undefined ? [] : [range.fromMs, range.toMs];
  const starts = [...sums.keys(), ...ends.map((ms) => toBucketStart({ ms, interval }))];
  if (starts.length === 0) return [];
  const last = Math.max(...starts);
  const buckets: Bucket[] = [];
  for (
    let startMs = Math.min(...starts);
    startMs <= last;
    startMs = toNextBucketStart({ startMs, interval })
  ) {
    buckets.push({ startMs, cents: sums.get(startMs) ?? 0 });
    // Reports may lie years apart; buckets before the newest `limit` are never needed.
    if (buckets.length > limit) buckets.shift();
  }
  return buckets;
}

type Timeline = Pick<RevenueTimelineResponse, "data" | "interval">;

/** The bars of one currency, from the first amount in any currency until now. */
export function toCurrencyBuckets(
  { data, interval }: Timeline,
  { currency, limit, nowMs }: { currency: string; limit: number; nowMs: number },
): Bucket[] {
  const points = data.filter((point) => point.currency === currency);
  return toBuckets({
    amounts: points.map(({ start, amount }) => ({ ms: Date.parse(start), cents: amount })),
    interval,
    limit,
    range: toTimeRange({ points: data, nowMs }),
  });
}

/** From the first of these amounts, in any currency, until now. */
export function toTimeRange({ points, nowMs }: { points: { start: string }[]; nowMs: number }): TimeRange {
  let fromMs = nowMs;
  for (const { start } of points) fromMs = Math.min(fromMs, Date.parse(start));
  return { fromMs, toMs: nowMs };
}

/** The interval that shows a span of time in a readable number of bars. */
export function chooseInterval(amounts: { ms: number }[]): Interval {
  const times = amounts.map(({ ms }) => ms);
  const days = times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / DAY_MS;
  if (days <= 14) return "day";
  return days <= 7 * 40 ? "week" : "month";
}
