"use client";

import type { KyaResponse } from "@agent-registry/protocol";
import { useEffect, useEffectEvent } from "react";
import { AgentLink } from "../../shared/agent-link.tsx";
import { announce } from "../../shared/announce.ts";
import { Entry, EntryList } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ExactTime } from "../../shared/time-ago.tsx";
import { UntrustedText } from "../../shared/untrusted-text.tsx";
import { useTicking } from "../../shared/use-ticking.ts";
import { VerdictCard, VerdictSentence, VerdictSentencePlaceholder } from "../../shared/verdict-card.tsx";
import { HaftungspersonEntry } from "../agent/haftungsperson-entry.tsx";
import { toStatusFiling, useFilings } from "../agent/use-filings.ts";
import { useRefetchOnChange } from "../agent/use-refetch-on-change.ts";
import { ForYourSystems } from "./for-your-systems.tsx";
import { toKyaVerdict } from "./kya-verdict.ts";

type Props = {
  answer: KyaResponse;
  /** When the API made the answer. */
  asOfMs: number;
  /** Grows each time the reader asks, so that each answer is read out. */
  asked: number;
  askAgain(): void;
};

/** One of the three outcomes, with its reason spelled out. */
export function KyaAnswer({ answer, ...props }: Props) {
  const { agent } = answer;
  return (
    <div className="appear grid gap-5">
      {agent === null ? (
        <UnknownVerdict asked={props.asked} />
      ) : (
        <RegisteredVerdict answer={{ ...answer, agent }} {...props} />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        {agent === null ? <UnknownWallet wallet={answer.wallet} /> : <KnownAgent agent={agent} />}
        <ForYourSystems answer={answer} />
      </div>
    </div>
  );
}

type KyaAgent = NonNullable<KyaResponse["agent"]>;

function UnknownVerdict({ asked }: { asked: number }) {
  const title = "Not registered";
  const text =
    "No agent on record acts from this wallet, so nobody answers for it. Do not provision services on the strength of this register.";
  useAnnounced({ title, text, asked });
  return (
    <VerdictCard tone="grey" title={title}>
      <p>{text}</p>
    </VerdictCard>
  );
}

function RegisteredVerdict({
  answer,
  asOfMs,
  asked,
  askAgain,
}: Props & { answer: KyaResponse & { agent: KyaAgent } }) {
  const { agent } = answer;
  const id = String(agent.agentId);
  const history = useFilings(id, { enabled: agent.status !== "Active" });
  useRefetchOnChange({ id, record: agent.status });
  const statusFiling = toStatusFiling({ status: agent.status, ...history });
  const nowMs = useTicking((now) => now);
  const { tone, title, reason, advice, isOutdated } = toKyaVerdict({
    answer,
    asOfMs,
    nowMs,
    statusFiling: statusFiling ?? undefined,
  });

  const onOutdated = useEffectEvent(askAgain);
  useEffect(() => {
    if (isOutdated) onOutdated();
  }, [isOutdated]);
  const quoted = reason.quote === null ? "" : `: ${reason.quote}`;
  useAnnounced({
    title,
    text: statusFiling === null ? null : `${reason.sentence}${quoted} ${advice}`,
    asked,
  });

  return (
    <VerdictCard tone={tone} title={title}>
      <p>
        {statusFiling === null ? (
          <VerdictSentencePlaceholder isWide />
        ) : (
          <>
            <VerdictSentence verdict={reason} /> {advice}
          </>
        )}
      </p>
    </VerdictCard>
  );
}

/** Reads out each answer that the reader asked for, and each change of it, but not every change of an age. */
function useAnnounced({ title, text, asked }: { title: string; text: string | null; asked: number }): void {
  const isKnown = text !== null;
  const onChange = useEffectEvent(() => announce(`${title}. ${text}`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again reads the answer out again, even if it is the same
  useEffect(() => {
    if (isKnown) onChange();
  }, [title, isKnown, asked]);
}

function KnownAgent({ agent }: { agent: KyaAgent }) {
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Agent">
          <AgentLink id={agent.agentId} className="font-medium" />
        </Entry>
        <HaftungspersonEntry agent={agent} />
        <Entry label="Wallet">
          <Hex value={agent.agentWallet} label="the wallet" whole />
        </Entry>
        <Entry label="Status">
          <StatusBadge status={agent.status} />
        </Entry>
        <Entry label="Scope">
          <UntrustedText>{agent.operationalScope}</UntrustedText>
        </Entry>
        <Entry label="Last attestation">
          <ExactTime iso={agent.lastAttestation} />
        </Entry>
        <Entry label="Registered">
          <ExactTime iso={agent.registeredAt} />
        </Entry>
      </EntryList>
    </div>
  );
}

function UnknownWallet({ wallet }: { wallet: string }) {
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Wallet">
          <Hex value={wallet} label="the wallet" whole />
        </Entry>
        <Entry label="On record">no</Entry>
      </EntryList>
    </div>
  );
}
