"use client";

import {
  formatAgo,
  formatDate,
  formatExact,
  isNever,
  toFiguresWords,
  toRefreshedWords,
} from "./format-time.ts";
import { useTicking } from "./use-ticking.ts";

type TimeProps = {
  iso: string;
  /** On a page of the past, how long ago that is from today says nothing. */
  isPast?: boolean;
};

/** How long ago, updated every second; the exact time on hover and for machines, the date on paper. */
export function TimeAgo({ iso, isPast = false }: TimeProps) {
  const text = useTicking((nowMs) => (isNever(iso) ? "never" : formatAgo((nowMs - Date.parse(iso)) / 1000)));
  if (isNever(iso)) return <>never</>;
  return (
    <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
      {isPast ? null : <span className="print:hidden">{text}</span>}
      <span className={isPast ? "" : "hidden print:inline"}>{formatDate(iso)}</span>
    </time>
  );
}

/** The exact time, with how long ago beside it. */
export function ExactTime({ iso, isPast = false }: TimeProps) {
  if (isNever(iso)) return <>never</>;
  if (isPast) return <time dateTime={iso}>{formatExact(iso)}</time>;
  return (
    <>
      <time dateTime={iso}>{formatExact(iso)}</time>
      <span className="text-muted max-sm:block print:hidden">
        <span className="max-sm:hidden"> · </span>
        <TimeAgo iso={iso} />
      </span>
    </>
  );
}

type RefreshedProps = { refreshedAtMs: number; asOfMs: number };

/** When the data on this page last came from the API, and how old they were then. */
export function RefreshedNote(times: RefreshedProps) {
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
