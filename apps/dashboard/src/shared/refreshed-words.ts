import { formatAgo } from "./format-time.ts";

/** Less than this is the way through the network and the clocks' whole seconds. */
const FRESH_MS = 5_000;

type Times = {
  /** When the answer came; 0 before the first one. */
  refreshedAtMs: number;
  /** When the API made it: it may hold an answer for minutes. */
  asOfMs: number;
};

export function toRefreshedWords({ refreshedAtMs, nowMs }: Times & { nowMs: number }): string {
  return refreshedAtMs === 0 ? "" : `Refreshed ${formatAgo((nowMs - refreshedAtMs) / 1000)}`;
}

/** The age of the figures themselves; null where they were made for this answer. */
export function toFiguresWords({ refreshedAtMs, asOfMs, nowMs }: Times & { nowMs: number }): string | null {
  if (refreshedAtMs - asOfMs <= FRESH_MS) return null;
  return `figures as of ${formatAgo((nowMs - asOfMs) / 1000)}`;
}
