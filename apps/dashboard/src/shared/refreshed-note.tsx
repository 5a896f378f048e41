"use client";

import { formatExact } from "./format-time.ts";
import { toFiguresWords, toRefreshedWords } from "./refreshed-words.ts";
import { useTicking } from "./use-ticking.ts";

type Props = { refreshedAtMs: number; asOfMs: number };

/** When the data on this page last came from the API, and how old they were then. */
export function RefreshedNote(times: Props) {
  const refreshed = useTicking((nowMs) => toRefreshedWords({ ...times, nowMs }));
  const figures = useTicking((nowMs) => toFiguresWords({ ...times, nowMs }));
  return (
    <p
      className="min-h-5 text-right text-xs text-muted print:hidden"
      title={times.refreshedAtMs === 0 ? undefined : formatExact(new Date(times.asOfMs).toISOString())}
    >
      <span>{refreshed}</span>
      {figures === null ? null : (
        <>
          {" · "}
          <span>{figures}</span>
        </>
      )}
    </p>
  );
}
