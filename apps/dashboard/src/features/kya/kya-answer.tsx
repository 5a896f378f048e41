"use client";

import type { KyaResponse } from "@agent-registry/protocol";
import { CACHE_TTL_MS } from "@agent-registry/protocol/limits";
import { useEffect, useEffectEvent } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { announce } from "../../shared/announce.ts";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
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
import { UnknownWallet } from "./unknown-wallet.tsx";

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
