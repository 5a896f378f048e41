"use client";

import type { StatusFiling } from "../../shared/filing-actor.ts";
import { VerdictCard, VerdictSentence, VerdictSentencePlaceholder } from "../../shared/verdict-card.tsx";
import { toPastVerdict } from "./past-verdict.ts";

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
      {verdict.agreement === null ? null : <p className="mt-1">{verdict.agreement}</p>}
    </VerdictCard>
  );
}
