"use client";

import type { ReactNode } from "react";
import { SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
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
