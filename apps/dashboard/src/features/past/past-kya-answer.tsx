"use client";

import type { KyaAtResponse } from "@agent-registry/protocol";
import { Entry, EntryList } from "../../shared/entry-list.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ExactTime } from "../../shared/time-ago.tsx";
import { UntrustedText } from "../../shared/untrusted-text.tsx";
import { VerdictCard } from "../../shared/verdict-card.tsx";
import { PartyEntry } from "../agent/party-entry.tsx";
import { useStatusFiling } from "../agent/use-status-filing.ts";
import { toPartyWords } from "./party-words.ts";
import { toJudged } from "./past-verdict.ts";
import { PastVerdictCard } from "./past-verdict-card.tsx";
import { SinceThenNote } from "./since-then-note.tsx";
import { usePastFilings } from "./use-past-filings.ts";

type Props = {
  answer: KyaAtResponse;
  /** What asks the agent's page for the same moment. */
  query: string;
};

/** The verdict on a wallet as it was, and the entry that it was bound to. */
export function PastKyaAnswer({ answer, query }: Props) {
  const { agent } = answer;
  const judged = toJudged(answer);
  if (agent === null || judged === null) {
    return (
      <VerdictCard tone="grey" title="Was not registered">
        <p>
          {answer.asOf.block === null
            ? "Nothing had been filed in the register yet."
            : "No agent on record acted from this wallet then, so nobody answered for it."}
        </p>
      </VerdictCard>
    );
  }
  return <Registered agent={agent} judged={judged} query={query} />;
}

type RegisteredProps = {
  agent: NonNullable<KyaAtResponse["agent"]>;
  judged: NonNullable<ReturnType<typeof toJudged>>;
  query: string;
};

function Registered({ agent, judged, query }: RegisteredProps) {
  const id = String(agent.agentId);
  const { history, since, isSinceCut } = usePastFilings({ id, block: judged.asOf.block });
  const statusFiling = useStatusFiling({ status: agent.status, history });
  const words = toPartyWords(judged);
  return (
    <>
      <PastVerdictCard judged={judged} statusFiling={statusFiling} />
      <div className="card px-5 py-4 sm:px-6">
        <SinceThenNote since={since} isCut={isSinceCut} error={history.error} />
      </div>
      <div className="card min-w-0 px-5 py-3.5 sm:px-6">
        <EntryList>
          <Entry label="Agent">
            <PageLink href={`/agents/${id}?${query}`} className="link font-medium">
              Agent {id} as it stood then
            </PageLink>
          </Entry>
          <PartyEntry party="Haftungsperson" address={agent.haftungsperson} said={words.haftungsperson} />
          <PartyEntry party="Wallet" address={agent.agentWallet} said={words.wallet} />
          <Entry label="Status">
            <StatusBadge status={agent.status} />
          </Entry>
          <Entry label="Scope">
            <UntrustedText>{agent.operationalScope}</UntrustedText>
          </Entry>
          <Entry label="Last attestation">
            <ExactTime iso={agent.lastAttestation} isPast />
          </Entry>
          <Entry label="Registered">
            <ExactTime iso={agent.registeredAt} isPast />
          </Entry>
        </EntryList>
      </div>
    </>
  );
}
