"use client";

import { type AttestationState, toAgeSeconds, toAttestationDay, toAttestationState } from "./attestation.ts";
import { formatDuration } from "./format-time.ts";
import { useTicking } from "./use-ticking.ts";

type Age = { secondsSinceAttestation: number; asOfMs: number };

const TEXT: Record<AttestationState, string> = {
  current: "text-green",
  lapsing: "text-yellow",
  overdue: "text-red",
};
const FILL: Record<AttestationState, string> = {
  current: "bg-green",
  lapsing: "bg-yellow",
  overdue: "bg-red",
};
const STEPS = [1, 2, 3, 4, 5, 6, 7];

type AgeProps = {
  age: Age;
  /** The agent was revoked or terminated: nothing is due any more. */
  hasEnded?: boolean;
};

/** The age of an attestation, updated every second, in the specified colours and in words. */
export function AttestationAge({ age, hasEnded = false }: AgeProps) {
  const text = useTicking((nowMs) => formatDuration(toAgeSeconds({ ...age, nowMs })));
  const state = useAttestationState(age);
  if (hasEnded)
    return (
      <span data-state="ended" className="inline-flex items-baseline gap-2 whitespace-nowrap text-muted">
        <span aria-hidden className="size-1.5 self-center rounded-full bg-grey" />
        <span>{text}</span>
        <span className="text-xs">no longer due</span>
      </span>
    );
  return (
    <span data-state={state} className={`inline-flex items-baseline gap-2 whitespace-nowrap ${TEXT[state]}`}>
      <span aria-hidden className={`size-1.5 self-center rounded-full ${FILL[state]}`} />
      <span className="font-medium">{text}</span>
      <span className="text-xs">{state}</span>
    </span>
  );
}

/** Seven steps, one for each day that an attestation is valid. */
export function AttestationGauge({ age, small = false }: { age: Age; small?: boolean }) {
  const day = useTicking((nowMs) => toAttestationDay(toAgeSeconds({ ...age, nowMs })));
  const state = useAttestationState(age);
  return (
    <span
      role="img"
      aria-label={state === "overdue" ? "More than 7 days old" : `Day ${day} of 7`}
      className={`flex ${small ? "w-28 gap-0.5" : "gap-1"}`}
    >
      {STEPS.map((step) => (
        <span
          key={step}
          className={`flex-1 rounded-full ${small ? "h-1" : "h-1.5"} ${step <= day ? FILL[state] : "bg-line"}`}
        />
      ))}
    </span>
  );
}

export function useAttestationState(age: Age): AttestationState {
  return useTicking((nowMs) => toAttestationState(toAgeSeconds({ ...age, nowMs })));
}
