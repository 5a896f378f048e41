"use client";

import { formatAgo } from "./format-time.ts";
import { useTicking } from "./use-ticking.ts";

/** When the data on this page last came from the API. */
export function RefreshedNote({ atMs }: { atMs: number }) {
  const text = useTicking((nowMs) => (atMs === 0 ? "" : `Refreshed ${formatAgo((nowMs - atMs) / 1000)}`));
  return <p className="min-h-5 text-right text-xs text-muted print:hidden">{text}</p>;
}
