"use client";

import type { ReactNode } from "react";
import type { ResourceState } from "../../api/use-resource.ts";
import type { AskedMoment } from "../../shared/asked-moment.ts";
import { ErrorState } from "../../shared/error-state.tsx";
import { toNotYetSentence } from "../../shared/moment-words.ts";
import { NoAnswer } from "./no-answer.tsx";

type Props = {
  state: ResourceState<unknown>;
  asked: Extract<AskedMoment, { kind: "past" }>;
  /** The way on. */
  children: ReactNode;
};

/** Why there is no answer; a moment that has not come is no failure. */
export function PastFailure({ state, asked, children }: Props) {
  const { error } = state;
  if (error === null) return null;
  const sentence = error.kind === "invalid" ? toNotYetSentence(asked, error.message) : null;
  if (sentence === null) return <ErrorState state={state} />;
  return (
    <NoAnswer title="Not yet" sentence={sentence}>
      {children}
    </NoAnswer>
  );
}
