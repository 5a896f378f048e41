import type { Interval } from "../../api/resources.ts";

/** What stands below a bar: the day, the week's first day, or the month. */
export function formatBucket(
  { startMs, interval }: { startMs: number; interval: Interval },
  locale?: string,
): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    ...(interval === "month" ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" }),
  }).format(new Date(startMs));
}
