"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";
import type { ResourceState } from "../../api/use-resource.ts";
import { formatDuration } from "../time/format-time.ts";
import { useTicking } from "../time/use-ticking.ts";
import { LoadingNote } from "./skeleton.tsx";

type Failure = Pick<ResourceState<unknown>, "error" | "retryAtMs" | "retry">;

const TITLES: Record<ApiError["kind"], string> = {
  unreachable: "The register’s API does not answer",
  "rate-limited": "Too many requests from your address",
  "not-found": "Not on record",
  invalid: "The API does not understand this question",
  failed: "The API cannot answer at the moment",
  unexpected: "The API’s answer cannot be read",
  inexact: "This browser cannot read these sums exactly",
};

const HINTS: Record<ApiError["kind"], string> = {
  unreachable: "It may be starting, or the connection may be down. Nothing is wrong with your question.",
  "rate-limited": "Every visitor has a number of requests a minute, so that the register stays open to all.",
  "not-found": "Nothing is registered under this number.",
  invalid: "Check the address of this page.",
  failed:
    "It may still be reading the chain, or have lost touch with it. It shows nothing rather than something old.",
  unexpected: "The dashboard may be pointed at the wrong address.",
  inexact:
    "They have more digits than it keeps. A rounded sum would be another sum, so none is shown; a newer browser shows it.",
};

/** A view that has no data: what happened, and what happens next. */
export function ErrorState({ state, children }: { state: Failure; children?: ReactNode }) {
  if (state.error === null) return null;
  const { kind, message } = state.error;
  return (
    <div role="alert" className="card appear border-l-[5px] border-l-yellow p-5 sm:p-6" data-error={kind}>
      <p className="font-serif text-xl">{TITLES[kind]}</p>
      <p className="mt-1 text-muted">{HINTS[kind]}</p>
      {kind === "failed" || kind === "invalid" ? (
        <p className="mt-2 font-mono text-xs text-muted [overflow-wrap:anywhere]">
          <bdi>{toVisibleText(message)}</bdi>
        </p>
      ) : null}
      {state.retryAtMs === null ? null : (
        <p className="mt-3">
          <Countdown untilMs={state.retryAtMs} />{" "}
          <button type="button" onClick={state.retry} className="link ml-1 font-medium">
            Try now
          </button>
        </p>
      )}
      {children}
    </div>
  );
}

type StaleProps = {
  state: Failure;
  /** Part of the page never had an answer, rather than an old one. */
  isIncomplete?: boolean;
};

/** Says that a refresh failed while older data stay on the page; laid over it, so that nothing moves. */
export function StaleNotice({ state, isIncomplete = false }: StaleProps) {
  if (state.error === null || state.retryAtMs === null) return null;
  return (
    <div
      role="status"
      className="card appear fixed right-4 bottom-4 left-4 z-10 mx-auto max-w-md border-l-[5px] border-l-yellow px-4 py-3 text-sm print:hidden"
    >
      {TITLES[state.error.kind]}.{" "}
      {isIncomplete ? "Part of this page is missing." : "The page shows the last answer."}{" "}
      <Countdown untilMs={state.retryAtMs} />
    </div>
  );
}

type AnsweredProps = {
  state: Failure & { data: unknown };
  /** What loads, for those who do not see its shape. */
  loading?: string;
  children: ReactNode;
};

/** What stands on an answer: an error if there is none, its shape while it loads, a note if it is an old one. */
export function Answered({ state, loading, children }: AnsweredProps) {
  const isEmpty = state.data === undefined;
  if (isEmpty && state.error !== null) return <ErrorState state={state} />;
  return (
    <>
      {isEmpty && loading !== undefined ? <LoadingNote what={loading} /> : null}
      {children}
      {isEmpty ? null : <StaleNotice state={state} />}
    </>
  );
}

function Countdown({ untilMs }: { untilMs: number }) {
  const seconds = useTicking((nowMs) => Math.max(0, Math.floor((untilMs - nowMs) / 1000)));
  // Screen readers read it out once, not every second.
  return (
    <span aria-live="off">
      {seconds === 0 ? "Trying again now." : `Trying again in ${formatDuration(seconds)}.`}
    </span>
  );
}
