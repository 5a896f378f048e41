"use client";

import type { AgentRecord, Compliance } from "@agent-registry/protocol";
import { toAgeSeconds, toAttestationDay } from "../../shared/attestation.ts";
import { AttestationGauge, useAttestationState } from "../../shared/attestation-age.tsx";
import { useTicking } from "../../shared/use-ticking.ts";
import { type StatusFiling, toVerdict } from "../../shared/verdict.ts";
import { VerdictCard, VerdictSentence, VerdictSentencePlaceholder } from "../../shared/verdict-card.tsx";

type Props = {
  agent: AgentRecord;
  compliance: Compliance;
  asOfMs: number;
  /** The change that led to the present status; null while it may still load. */
  statusFiling: StatusFiling | null | undefined;
};

/** Whether the agent is in good standing, why, and how much of the seven days is used. */
export function AgentVerdict({ agent, compliance, asOfMs, statusFiling }: Props) {
  const age = { secondsSinceAttestation: compliance.secondsSinceAttestation, asOfMs };
  const nowMs = useTicking((now) => now);
  const state = useAttestationState(age);
  const verdict = toVerdict({
    status: agent.status,
    ageSeconds: toAgeSeconds({ ...age, nowMs }),
    nowMs,
    statusFiling: statusFiling ?? undefined,
    parties: agent,
  });
  const title = !verdict.isCompliant
    ? "Not compliant"
    : state === "lapsing"
      ? "Compliant, lapsing soon"
      : "Compliant";
  return (
    <VerdictCard tone={verdict.tone} title={title}>
      <p>{statusFiling === null ? <VerdictSentencePlaceholder /> : <VerdictSentence verdict={verdict} />}</p>
      {verdict.isCompliant ? null : <p className="mt-1 text-muted">{verdict.advice}</p>}
      {agent.status === "Active" ? (
        <div className="mt-4">
          <AttestationGauge age={age} />
          <p className="mt-2 text-xs text-muted">
            {state === "overdue" ? "valid for 7 days only" : <DayOfSeven age={age} />}
          </p>
        </div>
      ) : null}
    </VerdictCard>
  );
}

function DayOfSeven({ age }: { age: { secondsSinceAttestation: number; asOfMs: number } }) {
  const day = useTicking((nowMs) => toAttestationDay(toAgeSeconds({ ...age, nowMs })));
  return <>day {day} of 7 since the last attestation</>;
}
