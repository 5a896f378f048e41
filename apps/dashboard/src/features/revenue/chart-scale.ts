import type { Interval } from "../../api/resources.ts";
import { formatMonth, formatShortDay } from "../../shared/time/format-time.ts";

const INTERVALS = 4;
/** Ten cents: labels on the axis have one decimal place. */
const SMALLEST_STEP = 10;

/** Round ticks on an axis of cents, from zero to the largest amount or a little above it. */
export function toTicks(largest: number): number[] {
  const least = Math.max(SMALLEST_STEP, largest / INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= least) ?? 10);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

type Labelled = {
  index: number;
  /** Labels near the chart's ends grow inwards; beyond them they would be cut off. */
  anchor: "start" | "middle" | "end";
  /** There is no room for it on a phone. */
  isExtra: boolean;
};

const MOST = 6;
/** Of the chart's width: on a phone, about half of the longest label. */
const EDGE = 0.14;

/** Which of the bars have their time written below them: at most `MOST`, equally far from each other. */
export function toLabelled(bars: number): Labelled[] {
  const step = Math.max(1, Math.ceil(bars / MOST));
  const indexes = Array.from({ length: Math.ceil(bars / step) }, (_, place) => place * step);
  return indexes.map((index, place) => ({
    index,
    anchor: toAnchor((index + 0.5) / bars),
    isExtra: place % 2 === 1,
  }));
}

function toAnchor(place: number): Labelled["anchor"] {
  if (place < EDGE) return "start";
  return place > 1 - EDGE ? "end" : "middle";
}

/** What stands below a bar: the day, the week's first day, or the month. */
export function formatBucket({ startMs, interval }: { startMs: number; interval: Interval }): string {
  const date = new Date(startMs);
  const iso = date.toISOString();
  return interval === "month" ? `${formatMonth(iso)} ${date.getUTCFullYear()}` : formatShortDay(iso);
}
