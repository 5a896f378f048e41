"use client";

import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { type ResourceState, useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { LoadingNote, SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { type PastMoment, toMomentWords, toNotYetSentence } from "../../shared/time/asked-moment.ts";
import { formatExact } from "../../shared/time/format-time.ts";
import type { StatusFiling } from "../../shared/verdict/filing-actor.ts";
import {
  VerdictCard,
  VerdictSentence,
  VerdictSentencePlaceholder,
} from "../../shared/verdict/verdict-card.tsx";
import type { NumberedFiling } from "../agent/filings-query.ts";
import { toPastVerdict } from "./past-verdict.ts";
import { toSinceThen } from "./since-then.ts";

type Props = {
  judged: Parameters<typeof toPastVerdict>[0];
  /** The change that had led to the status of then; null while it may still load. */
  statusFiling: StatusFiling | null | undefined;
};

export function PastVerdictCard({ judged, statusFiling }: Props) {
  const verdict = toPastVerdict(judged, statusFiling ?? undefined);
  return (
    <VerdictCard tone={verdict.tone} title={verdict.title}>
      <p>{statusFiling === null ? <VerdictSentencePlaceholder /> : <VerdictSentence verdict={verdict} />}</p>
      <p className="mt-1">{verdict.agreement}</p>
    </VerdictCard>
  );
}

type SinceThenNoteProps = {
  /** Newest first; undefined while they load. */
  since: readonly NumberedFiling[] | undefined;
  isCut: boolean;
  error: unknown;
};

/** What has happened between the moment that is shown and today. */
export function SinceThenNote({ since, isCut, error }: SinceThenNoteProps) {
  if (since === undefined) {
    return error === null ? (
      <p>
        <SkeletonSentence shape="Since then: 00 attestations, 0 revenue reports." />
      </p>
    ) : (
      <p className="text-muted">What has been filed since then cannot be read at the moment.</p>
    );
  }
  if (isCut)
    return <p>More than {formatCount(since.length)} filings have been made since then: see today’s entry.</p>;
  const words = toSinceThen(since.map(({ filing }) => filing));
  return (
    <p>{words.length === 0 ? "Nothing has been filed since then." : `Since then: ${words.join(", ")}.`}</p>
  );
}

/** Says above everything else that a page is not of today, and leads to today. */
export function PastBand({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="card flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-l-[5px] border-l-accent px-5 py-3 sm:px-6"
    >
      <p className="font-serif text-lg">As it stood {words}</p>
      <p className="flex flex-wrap gap-x-5 text-sm print:hidden">{children}</p>
    </div>
  );
}

type FailureProps = {
  state: ResourceState<unknown>;
  asked: PastMoment;
  /** The way on. */
  children: ReactNode;
};

/** Why there is no answer; a moment that has not come is no failure. */
export function PastFailure({ state, asked, children }: FailureProps) {
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
