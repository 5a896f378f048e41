"use client";

import type { AgentRecord, Compliance } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { CheckLink } from "../../shared/links/outer-links.tsx";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { toKyaPath } from "../../shared/links/paths.ts";
import { SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { toAgeSeconds, toAttestationDay } from "../../shared/time/attestation.ts";
import { AttestationGauge, useAttestationState } from "../../shared/time/attestation-age.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
import type { Agreement } from "../../shared/verdict/agreement.ts";
import type { ReleaseFiling, StatusFiling } from "../../shared/verdict/filing-actor.ts";
import { toVerdict } from "../../shared/verdict/verdict.ts";
import {
  AgreementSentence,
  VerdictCard,
  VerdictSentence,
  VerdictSentencePlaceholder,
} from "../../shared/verdict/verdict-card.tsx";
import { useAgreement } from "./use-agreement.ts";

type Props = {
  agent: AgentRecord;
  compliance: Compliance;
  asOfMs: number;
  /** The change that led to the present status; null while it may still load. */
  statusFiling: StatusFiling | null | undefined;
  releaseFiling: ReleaseFiling | undefined;
};

/** Whether the agent is in good standing and agreed, why, and how much of the seven days is used. */
export function AgentVerdict({ agent, compliance, asOfMs, statusFiling, releaseFiling }: Props) {
  const age = { secondsSinceAttestation: compliance.secondsSinceAttestation, asOfMs };
  const nowMs = useTicking((now) => now);
  const state = useAttestationState(age);
  const { agentWallet } = agent;
  const agreement = useAgreement({ id: String(agent.agentId), agentWallet, refreshMs: REFRESH_MS });
  const verdict = toVerdict({
    status: agent.status,
    ageSeconds: toAgeSeconds({ ...age, nowMs }),
    nowMs,
    agreement,
    statusFiling: statusFiling ?? undefined,
    releaseFiling,
    parties: agent,
  });
  const isLapsing = agreement.kind === "agreed" && state === "lapsing";
  const title =
    verdict.isCompliant || agreement.kind === "released"
      ? `${TITLES[agreement.kind]}${isLapsing ? ", lapsing soon" : ""}`
      : "Not compliant";
  return (
    <VerdictCard tone={verdict.tone} title={title}>
      <p>{statusFiling === null ? <VerdictSentencePlaceholder /> : <VerdictSentence verdict={verdict} />}</p>
      <p className="mt-1">
        <AgreementSentence verdict={verdict} />
      </p>
      {agreement.kind === "released" ? <NewerEntry agent={agent} /> : null}
      {agent.status === "Active" ? (
        <div className="mt-4">
          {/* Its colours are backgrounds, which printers leave out; the words below say the same. */}
          <div className="print:hidden">
            <AttestationGauge age={age} />
          </div>
          <p className="mt-2 text-xs text-muted">
            {state === "overdue" ? "valid for 7 days only" : <DayOfSeven age={age} />}
          </p>
        </div>
      ) : null}
      {agreement.kind === "released" ? null : (
        <p className="mt-3 text-xs text-muted print:hidden">
          You need not believe this: <CheckLink wallet={agentWallet}>check it yourself</CheckLink>.
        </p>
      )}
    </VerdictCard>
  );
}

/** The titles of a compliant agent. */
const TITLES: Record<Agreement["kind"], string> = {
  agreed: "Compliant",
  reading: "Being checked",
  unreadable: "Compliant, agreement unknown",
  missing: "Compliant, not agreed",
  "self-liable": "Compliant, its own Haftungsperson",
  refused: "Refused by its Haftungsperson",
  released: "Wallet released",
};

function DayOfSeven({ age }: { age: { secondsSinceAttestation: number; asOfMs: number } }) {
  const day = useTicking((nowMs) => toAttestationDay(toAgeSeconds({ ...age, nowMs })));
  return <>day {day} of 7 since the last attestation</>;
}

/** Where the released wallet of a record stands today. */
function NewerEntry({ agent }: { agent: Pick<AgentRecord, "agentWallet"> }) {
  const { data, error } = useResource(resources.walletEntries(agent.agentWallet));
  const entry = data?.data.find(({ isWalletReleased, retired }) => !isWalletReleased && retired == null);
  return (
    <p className="mt-2">
      {data === undefined && error === null ? (
        <SkeletonSentence shape="The wallet’s entry today: Agent 00." />
      ) : entry !== undefined ? (
        <>
          The wallet’s entry today: <AgentLink id={entry.agentId} />.
        </>
      ) : (
        <>
          {data === undefined
            ? "Whether the wallet has another entry cannot be read at the moment."
            : "The wallet has no other entry."}{" "}
          <PageLink href={toKyaPath(agent.agentWallet)} className="link">
            Check the wallet
          </PageLink>
        </>
      )}
    </p>
  );
}
