import type { Interval } from "../../api/resources.ts";
import { formatMonth, formatShortDay } from "../../shared/format-time.ts";

/** What stands below a bar: the day, the week's first day, or the month. */
export function formatBucket({ startMs, interval }: { startMs: number; interval: Interval }): string {
  const date = new Date(startMs);
  const iso = date.toISOString();
  return interval === "month" ? `${formatMonth(iso)} ${date.getUTCFullYear()}` : formatShortDay(iso);
}
