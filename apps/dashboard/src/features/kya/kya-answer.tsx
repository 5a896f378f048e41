"use client";

import type { KyaResponse, WalletEntriesResponse } from "@agent-registry/protocol";
import { CACHE_TTL_MS } from "@agent-registry/protocol/limits";
import { useEffect, useEffectEvent } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { announce } from "../../shared/announce.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { Entry, EntryList } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { formatDate } from "../../shared/time/format-time.ts";
import { ExactTime, TimeAgo } from "../../shared/time/time-ago.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import {
  AgreementSentence,
  VerdictCard,
  VerdictSentence,
  VerdictSentencePlaceholder,
} from "../../shared/verdict/verdict-card.tsx";
import { HaftungspersonEntry, ShortEntry, WalletEntry } from "../agent/party-entry.tsx";
import { useAgreement, useRefetchOnChange } from "../agent/use-agreement.ts";
import { useFilings, useStatusFiling } from "../agent/use-filings.ts";
import { ForYourSystems } from "./for-your-systems.tsx";
import { toKyaVerdict } from "./kya-verdict.ts";
import { findRetired, toRetiredVerdict } from "./retired-wallet.ts";

type Props = {
  answer: KyaResponse;
  /** When the API made the answer. */
  asOfMs: number;
  /** Grows each time the reader asks, so that each answer is read out. */
  asked: number;
  askAgain(): void;
};

/** One of the outcomes, with its reason spelled out. */
export function KyaAnswer({ answer, ...props }: Props) {
  const { agent } = answer;
  return (
    <div className="appear grid gap-5">
      {agent === null ? (
        <UnknownVerdict wallet={answer.wallet} asked={props.asked} />
      ) : (
        <RegisteredVerdict answer={{ ...answer, agent }} {...props} />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        {agent === null ? (
          <UnknownWallet wallet={answer.wallet} />
        ) : (
          <ShortEntry agent={agent} link={<AgentLink id={agent.agentId} className="font-medium" />}>
            <HaftungspersonEntry agent={agent} />
            <WalletEntry agent={agent} />
          </ShortEntry>
        )}
        <ForYourSystems answer={answer} />
      </div>
    </div>
  );
}

const UNKNOWN = {
  title: "Not registered",
  text: "No agent on record acts from this wallet, so nobody answers for it. Do not provision services on the strength of this register.",
};

/** Both answers are no; that a wallet was replaced is known once the records that named it are read. */
function UnknownVerdict({ wallet, asked }: { wallet: string; asked: number }) {
  const { data, error } = useResource(resources.walletEntries(wallet));
  const retired = data === undefined ? null : findRetired(data);
  const { title, text } = retired === null ? UNKNOWN : toRetiredVerdict(retired);
  const isRead = data !== undefined || error !== null;
  useAnnounced({ title, text: isRead ? text : null, asked });
  return (
    <VerdictCard tone={retired === null ? "grey" : "red"} title={title}>
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
  const statusFiling = useStatusFiling({ status: agent.status, history });
  const consent = useAgreement({ id, agentWallet: agent.agentWallet, refreshMs: CACHE_TTL_MS.kya });
  const nowMs = useTicking((now) => now);
  const { tone, title, reason, agreement, advice, isOutdated } = toKyaVerdict({
    answer,
    asOfMs,
    nowMs,
    agreement: consent,
    statusFiling: statusFiling ?? undefined,
  });

  const onOutdated = useEffectEvent(askAgain);
  useEffect(() => {
    if (isOutdated) onOutdated();
  }, [isOutdated]);
  const quoted = reason.quote === null ? "" : `: ${reason.quote}`;
  const words = [`${reason.sentence}${quoted}`, agreement, advice].filter((part) => part !== null);
  useAnnounced({ title, text: statusFiling === null || advice === null ? null : words.join(" "), asked });

  const said = <AgreementSentence verdict={{ agreement, advice }} />;
  return (
    <VerdictCard tone={tone} title={title}>
      <p>
        {statusFiling === null ? (
          <VerdictSentencePlaceholder isWide />
        ) : (
          <>
            <VerdictSentence verdict={reason} /> {answer.isCompliant ? null : said}
          </>
        )}
      </p>
      {answer.isCompliant ? <p className="mt-1">{said}</p> : null}
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

type KyaAgent = NonNullable<KyaResponse["agent"]>;

/** A wallet without an entry, and the records that named it once. */
function UnknownWallet({ wallet }: { wallet: string }) {
  const { data, error } = useResource(resources.walletEntries(wallet));
  const retired = data === undefined ? null : findRetired(data);
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Wallet">
          <Hex value={wallet} label="the wallet" whole />
        </Entry>
        <Entry label="On record">{retired === null ? "no" : "not any more"}</Entry>
        {retired === null ? null : (
          <>
            <Entry label="Was the wallet of">
              <AgentLink id={retired.agentId} className="font-medium" /> until{" "}
              <ExactTime iso={retired.since} />
            </Entry>
            <Entry label="Its wallet today">
              <Hex of="wallet" value={retired.presentWallet} label="the agent’s present wallet" />
            </Entry>
          </>
        )}
        <Entry label="Earlier records">
          {data !== undefined ? (
            <EarlierRecords entries={data} />
          ) : error === null ? (
            <Skeleton className="w-16" />
          ) : (
            <span className="text-muted">cannot be read at the moment</span>
          )}
        </Entry>
      </EntryList>
    </div>
  );
}

function EarlierRecords({ entries: { data, total } }: { entries: WalletEntriesResponse }) {
  if (data.length === 0) return "none";
  const rest = total - data.length;
  return (
    <>
      <ul className="grid gap-2">
        {data.map((entry) => (
          <li key={entry.agentId}>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <AgentLink id={entry.agentId} className="font-medium" />
              <StatusBadge status={entry.status} />
              {entry.isWalletReleased ? <span className="text-sm">wallet released</span> : null}
              {entry.retired == null ? null : (
                <span className="text-sm">wallet replaced on {formatDate(entry.retired.since)}</span>
              )}
            </span>
            <span className="text-xs text-muted">
              registered <TimeAgo iso={entry.registeredAt} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-2 text-sm text-muted">and {formatCounted(rest, "older record")}</p> : null}
      {data.every(({ isWalletReleased }) => isWalletReleased) ? (
        <p className="mt-2 text-sm text-muted">
          The wallet had not agreed and was released: nothing above says anything about it.
        </p>
      ) : null}
    </>
  );
}
