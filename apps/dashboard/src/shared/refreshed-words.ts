import { formatAgo } from "./format-time.ts";

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
