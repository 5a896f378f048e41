import type { TIMELINE_INTERVALS } from "@agent-registry/protocol";

const DAY_SECONDS = 86_400;
/** 1 January 1970 was a Thursday, three days after a Monday. */
const DAYS_SINCE_MONDAY = 3;

/** The day, week (from Monday) and month, in UTC, that a second falls into. */
export function timelineStarts(timestamp: number): [(typeof TIMELINE_INTERVALS)[number], number][] {
  const day = Math.floor(timestamp / DAY_SECONDS);
  const monday = day - ((day + DAYS_SINCE_MONDAY) % 7);
  const date = new Date(timestamp * 1000);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
  return [
    ["day", day * DAY_SECONDS],
    ["week", monday * DAY_SECONDS],
    ["month", month],
  ];
}
