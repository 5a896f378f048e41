"use client";

import type { Filing, KyaAtResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { formatDay } from "../../shared/time/format-time.ts";
import { VerdictCard } from "../../shared/verdict/verdict-card.tsx";
import { PartyEntry, ShortEntry } from "../agent/party-entry.tsx";
import { useStatusFiling } from "../agent/use-filings.ts";
import { CertifiedLine } from "../certificates/certified-line.tsx";
import { findRetired } from "../kya/retired-wallet.ts";
import { PastVerdictCard, SinceThenNote } from "./past-parts.tsx";
import { toJudged, toPartyWords } from "./past-verdict.ts";
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
  if (agent === null || judged === null) return <NotRegistered answer={answer} />;
  return <Registered agent={agent} certificates={answer.certificates ?? []} judged={judged} query={query} />;
}

function NotRegistered({ answer: { wallet, asOf } }: { answer: KyaAtResponse }) {
  const { data } = useResource(resources.walletEntries(wallet));
  const retired = data === undefined ? null : findRetired(data, asOf.timestamp);
  return (
    <VerdictCard tone="grey" title="Was not registered">
      <p>
        {asOf.block === null
          ? "Nothing had been filed in the register yet."
          : "No agent on record acted from this wallet then, so nobody answered for it."}
        {retired === null ? null : (
          <>
            {" "}
            It had been the wallet of <AgentLink id={retired.agentId} /> until {formatDay(retired.since)},
            when another took its place for good.
          </>
        )}
      </p>
    </VerdictCard>
  );
}

type RegisteredProps = {
  agent: NonNullable<KyaAtResponse["agent"]>;
  certificates: NonNullable<KyaAtResponse["certificates"]>;
  judged: NonNullable<ReturnType<typeof toJudged>>;
  query: string;
};

function Registered({ agent, certificates, judged, query }: RegisteredProps) {
  const id = String(agent.agentId);
  const { history, since, isSinceCut } = usePastFilings({ id, block: judged.asOf.block });
  const statusFiling = useStatusFiling({ status: agent.status, history });
  const words = toPartyWords(judged);
  const replaced = since?.find(({ filing }) => isReplacementOf(filing, agent.agentWallet))?.filing;
  return (
    <>
      <PastVerdictCard judged={judged} statusFiling={statusFiling} />
      <div className="card px-5 py-4 sm:px-6">
        <SinceThenNote since={since} isCut={isSinceCut} error={history.error} />
        {replaced === undefined ? null : (
          <p className="mt-1">
            This wallet was the agent’s then. On {formatDay(replaced.timestamp)} another took its place for
            good: a caller with it today is not the agent.
          </p>
        )}
      </div>
      <ShortEntry
        agent={agent}
        link={
          <PageLink href={`/agents/${id}?${query}`} className="link font-medium">
            Agent {id} as it stood then
          </PageLink>
        }
        isPast
      >
        <PartyEntry party="Haftungsperson" address={agent.haftungsperson} said={words.haftungsperson}>
          <p className="text-xs text-muted">
            <CertifiedLine certificates={certificates} asOf={judged.asOf.timestamp} />
          </p>
        </PartyEntry>
        <PartyEntry party="Wallet" address={agent.agentWallet} said={words.wallet} />
      </ShortEntry>
    </>
  );
}

function isReplacementOf(filing: Filing, wallet: string): boolean {
  return filing.kind === "wallet-changed" && filing.oldWallet === wallet;
}
