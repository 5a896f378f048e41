"use client";

import type { Filing, KyaAtResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { toKyaPath } from "../../shared/links/paths.ts";
import { PageTitle } from "../../shared/page/page-title.tsx";
import {
  type AskedMoment,
  type PastMoment,
  toAnsweredWords,
  toMomentQuery,
} from "../../shared/time/asked-moment.ts";
import { formatDay } from "../../shared/time/format-time.ts";
import { AsOfForm } from "../../shared/url-state/as-of-form.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { VerdictCard } from "../../shared/verdict/verdict-card.tsx";
import { PartyEntry, ShortEntry } from "../agent/party-entry.tsx";
import { useStatusFiling } from "../agent/use-filings.ts";
import { CertifiedLine } from "../certificates/certified-line.tsx";
import { KyaForm } from "../kya/kya-form.tsx";
import { KyaSkeleton } from "../kya/kya-skeleton.tsx";
import { findRetired } from "../kya/retired-wallet.ts";
import { NoAnswer, PastBand, PastFailure, PastVerdictCard, SinceThenNote } from "./past-parts.tsx";
import { toJudged, toPartyWords } from "./past-verdict.ts";
import { usePastFilings } from "./use-past-filings.ts";

/** What a check of the wallet would have said then. */
export function PastKya({ asked }: { asked: Exclude<AskedMoment, { kind: "now" }> }) {
  const { params, write } = useUrlState();
  const typed = params.get("wallet") ?? "";
  const parsed = parseWallet(typed);
  return (
    <div className="min-h-dvh print:min-h-0">
      <PageTitle lead="What the register would have said then. Enter a wallet and a day.">
        Check an agent
      </PageTitle>
      <KyaForm initial={typed} onCheck={(wallet) => write({ wallet })} />
      <AsOfForm action="/kya" keep={{ wallet: typed }} day={asked.kind === "past" ? asked.day : null} />
      {!parsed.ok ? null : (
        <div className="mt-5 grid gap-5">
          {asked.kind === "past" ? (
            <Answered wallet={parsed.wallet} asked={asked} />
          ) : (
            <NoAnswer title="Not a moment of the past" sentence={asked.problem}>
              <TodayLink wallet={parsed.wallet} />
            </NoAnswer>
          )}
        </div>
      )}
    </div>
  );
}

function Answered({ wallet, asked }: { wallet: string; asked: PastMoment }) {
  const state = useResource(resources.kyaAt({ wallet, moment: asked.moment }), { isFixed: true });
  const { data } = state;
  if (data !== undefined) {
    return (
      <>
        <PastBand words={toAnsweredWords(asked, data.asOf)}>
          <TodayLink wallet={wallet} />
        </PastBand>
        <PastKyaAnswer answer={data} query={toMomentQuery(asked)} />
      </>
    );
  }
  if (state.error !== null)
    return (
      <PastFailure state={state} asked={asked}>
        <TodayLink wallet={wallet} />
      </PastFailure>
    );
  return <KyaSkeleton lines={["w-96", "w-64"]} />;
}

function TodayLink({ wallet }: { wallet: string }) {
  return (
    <PageLink href={toKyaPath(wallet)} className="link">
      Today’s answer
    </PageLink>
  );
}

type Props = {
  answer: KyaAtResponse;
  /** What asks the agent's page for the same moment. */
  query: string;
};

/** The verdict on a wallet as it was, and the entry that it was bound to. */
function PastKyaAnswer({ answer, query }: Props) {
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
