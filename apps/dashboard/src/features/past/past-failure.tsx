"use client";

import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { type ResourceState, useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { LoadingNote } from "../../shared/page/skeleton.tsx";
import { type PastMoment, toMomentWords, toNotYetSentence } from "../../shared/time/asked-moment.ts";
import { formatExact } from "../../shared/time/format-time.ts";

type Props = {
  state: ResourceState<unknown>;
  asked: PastMoment;
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

/** A question about the past that has no answer, with the reason, and a way on. */
export function NoAnswer({
  title,
  sentence,
  children,
}: {
  title: string;
  sentence: string;
  children: ReactNode;
}) {
  return (
    <div role="alert" className="card appear border-l-[5px] border-l-yellow p-5 sm:p-6">
      <p className="font-serif text-xl">{title}</p>
      <p className="mt-1 text-muted">{sentence}</p>
      <p className="mt-3 flex flex-wrap gap-x-5">{children}</p>
    </div>
  );
}

type NotThenProps = { id: string; asked: PastMoment };

/** There was no such agent then: it came later, or there never was one. */
export function NotThen({ id, asked }: NotThenProps) {
  const state = useResource(resources.agent(id));
  if (state.data === undefined)
    return state.error === null ? <LoadingNote what={`agent ${id}`} /> : <ErrorState state={state} />;
  const { registeredAt } = state.data.agent;
  return (
    <NoAnswer
      title="Not on record then"
      sentence={`Agent ${id} was not on record ${toMomentWords(asked)}: it was registered on ${formatExact(registeredAt)}.`}
    >
      <PageLink href={`/agents/${id}?at=${registeredAt}`} className="link">
        The entry as it was registered
      </PageLink>
      <PageLink href={`/agents/${id}`} className="link">
        Today’s entry
      </PageLink>
    </NoAnswer>
  );
}
