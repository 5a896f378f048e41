"use client";

import type { AgentAtResponse } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { type AskedMoment, type PastMoment, toAnsweredWords } from "../../shared/time/asked-moment.ts";
import { AsOfForm } from "../../shared/url-state/as-of-form.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { AgentHead, AgentSkeleton } from "../agent/agent-outline.tsx";
import { ConsentMark } from "../agent/consents.tsx";
import { FilingHistory } from "../agent/filing-history.tsx";
import { RecordEntry } from "../agent/record-entry.tsx";
import { useStatusFiling } from "../agent/use-filings.ts";
import { ExtractMenu, ExtractNote } from "../extract/extract-note.tsx";
import { type SheetSource, useExtract } from "../extract/use-extract.ts";
import { findSteps } from "./find-steps.ts";
import { NoAnswer, NotThen, PastBand, PastFailure, PastVerdictCard, SinceThenNote } from "./past-parts.tsx";
import { findAttester, type PartyWords, toPartyWords } from "./past-verdict.ts";
import { Steps } from "./steps.tsx";
import { usePastFilings } from "./use-past-filings.ts";

type Asked = Exclude<AskedMoment, { kind: "now" }>;

/** An agent's entry as it stood. */
export function PastAgent({ id, asked }: { id: string; asked: Asked }) {
  if (asked.kind === "past") return <Answered id={id} asked={asked} />;
  return (
    <>
      <Head id={id} day={null} />
      <NoAnswer title="Not a moment of the past" sentence={asked.problem}>
        <TodayLink id={id}>Today’s entry</TodayLink>
      </NoAnswer>
    </>
  );
}

function Answered({ id, asked }: { id: string; asked: PastMoment }) {
  const { moment, day } = asked;
  const state = useResource(resources.agentAt({ id, moment }), { isFixed: true });
  const { data } = state;
  const { history, since, isSinceCut } = usePastFilings({ id, block: data?.asOf.block ?? null });
  const statusFiling = useStatusFiling({ status: data?.agent.status, history });
  const extract = useExtract({
    source: data === undefined ? undefined : toSheetSource(data),
    loadAll: history.loadAll,
  });

  if (data === undefined && state.error === null) return <AgentSkeleton id={id} />;
  if (data === undefined)
    return (
      <>
        <Head id={id} day={day} />
        {state.error?.kind === "not-found" ? (
          <NotThen id={id} asked={asked} />
        ) : (
          <PastFailure state={state} asked={asked}>
            <TodayLink id={id}>Today’s entry</TodayLink>
          </PastFailure>
        )}
      </>
    );

  const { agent, asOf } = data;
  const words = toPartyWords(data);
  const steps = findSteps({
    before: (history.filings ?? []).map(({ filing }) => filing),
    since: (since ?? []).map(({ filing }) => filing),
    asOf,
    moment,
  });
  return (
    <>
      <Head id={id} day={day}>
        <StatusBadge status={agent.status} large />
        <ExtractMenu extract={extract} />
      </Head>
      <div className="grid gap-5">
        <ExtractNote agentId={agent.agentId} printed={extract.printed} asOf={toAnsweredWords(asked, asOf)} />
        <PastBand words={toAnsweredWords(asked, asOf)}>
          <TodayLink id={id}>Today’s entry</TodayLink>
        </PastBand>
        <div className="max-w-[52rem] text-lg text-muted">
          <UntrustedText>{agent.operationalScope}</UntrustedText>
        </div>
        <div className="card px-5 py-4 sm:px-6 print:hidden">
          <SinceThenNote since={since} isCut={isSinceCut} error={history.error} />
          {since === undefined || isSinceCut ? null : <Steps agentId={agent.agentId} {...steps} />}
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-[1.5fr_1fr]">
          <RecordEntry
            agent={agent}
            said={words}
            asOf={asOf.timestamp}
            attester={findAttester((history.filings ?? []).map(({ filing }) => filing))}
          />
          <div className="grid gap-5 max-lg:order-first">
            <PastVerdictCard judged={data} statusFiling={statusFiling} />
            <PastConsents words={words} isRoot={agent.parentAgentId === 0} />
          </div>
        </div>
        <div className={extract.printed?.kind === "current" ? "print:hidden" : ""}>
          <FilingHistory history={history} agent={agent} isPast />
        </div>
        <p className="text-sm text-muted print:hidden">
          Lineage and revenue are shown with <TodayLink id={id}>today’s entry</TodayLink>.
        </p>
      </div>
    </>
  );
}

/** A receipt is of today. */
function toSheetSource({ agent, asOf, blockHash, recordHash }: AgentAtResponse): SheetSource {
  const block = asOf.block === null ? null : { number: asOf.block, hash: blockHash ?? null };
  return { agentId: agent.agentId, block, recordHash, wallet: null };
}

function Head({ id, day, children }: { id: string; day: string | null; children?: ReactNode }) {
  return (
    <div className="pt-8 pb-5 sm:pt-10">
      <AgentHead id={id}>
        <AsOfForm action={`/agents/${id}`} day={day} />
        {children}
      </AgentHead>
    </div>
  );
}

function TodayLink({ id, children }: { id: string; children: string }) {
  return (
    <PageLink href={`/agents/${id}`} className="link">
      {children}
    </PageLink>
  );
}

/** What each of the named parties had said. */
function PastConsents({ words, isRoot }: { words: PartyWords; isRoot: boolean }) {
  const parties = [
    ["Wallet", words.wallet],
    ["Haftungsperson", words.haftungsperson],
    ["Parent", isRoot ? null : words.parent],
  ] as const;
  return (
    <Card title="Consents" className="pb-3!">
      <dl>
        {parties.map(([party, word]) => (
          <div
            key={party}
            className="flex justify-between gap-x-4 border-b border-line py-2.5 first:pt-0 last:border-b-0"
          >
            <dt>{party}</dt>
            <dd>
              {word === null ? (
                <span className="text-muted">has no parent</span>
              ) : (
                <ConsentMark word={word} isNeeded={party !== "Parent"} isEnded />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
