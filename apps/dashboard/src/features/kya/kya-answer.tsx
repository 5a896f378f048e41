"use client";

import type { KyaResponse } from "@agent-registry/protocol";
import { AgentLink } from "../../shared/agent-link.tsx";
import { Entry, EntryList } from "../../shared/entry-list.tsx";
import { ForeignText } from "../../shared/foreign-text.tsx";
import { Hex } from "../../shared/hex.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ExactTime } from "../../shared/time-ago.tsx";
import { useTicking } from "../../shared/use-ticking.ts";
import { toVerdict } from "../../shared/verdict.ts";
import { VerdictCard, VerdictSentence } from "../../shared/verdict-card.tsx";
import { useStatusFiling } from "../agent/use-status-filing.ts";
import { ForYourSystems } from "./for-your-systems.tsx";

/** One of the three outcomes, with its reason spelled out. */
export function KyaAnswer({ answer }: { answer: KyaResponse }) {
  return (
    <div className="appear grid gap-5">
      {answer.agent === null ? (
        <VerdictCard tone="grey" title="Not registered">
          <p>
            No agent on record acts from this wallet, so nobody answers for it. Do not provision services on
            the strength of this register.
          </p>
        </VerdictCard>
      ) : (
        <RegisteredVerdict agent={answer.agent} isCompliant={answer.isCompliant} />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        {answer.agent === null ? (
          <UnknownWallet wallet={answer.wallet} />
        ) : (
          <KnownAgent agent={answer.agent} />
        )}
        <ForYourSystems answer={answer} />
      </div>
    </div>
  );
}

type KyaAgent = NonNullable<KyaResponse["agent"]>;

function RegisteredVerdict({ agent, isCompliant }: { agent: KyaAgent; isCompliant: boolean }) {
  const statusFiling = useStatusFiling({ agentId: agent.agentId, status: agent.status });
  const nowMs = useTicking((now) => now);
  const ageSeconds = Math.max(0, (nowMs - Date.parse(agent.lastAttestation)) / 1000);
  const verdict = toVerdict({ status: agent.status, ageSeconds, nowMs, statusFiling, parties: agent });
  // The API's judgement leads: this clock may be wrong, and the reason below is only the reason.
  return (
    <VerdictCard
      tone={isCompliant ? "green" : "red"}
      title={isCompliant ? "Registered and compliant" : "Registered, not compliant"}
    >
      <p>
        <VerdictSentence verdict={verdict} /> {verdict.isCompliant === isCompliant ? verdict.advice : null}
      </p>
    </VerdictCard>
  );
}

function KnownAgent({ agent }: { agent: KyaAgent }) {
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Agent">
          <AgentLink id={agent.agentId} className="font-medium" />
        </Entry>
        <Entry label="Haftungsperson">
          <Hex value={agent.haftungsperson} label="the Haftungsperson" whole />
          <p className="text-xs text-muted">the person liable for this agent</p>
        </Entry>
        <Entry label="Wallet">
          <Hex value={agent.agentWallet} label="the wallet" whole />
        </Entry>
        <Entry label="Status">
          <StatusBadge status={agent.status} />
        </Entry>
        <Entry label="Scope">
          <ForeignText>{agent.operationalScope}</ForeignText>
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
