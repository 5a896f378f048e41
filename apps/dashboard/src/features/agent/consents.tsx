"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { CLI_COMMAND } from "@agent-registry/protocol/errors";
import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { AlertIcon, CheckIcon, CrossIcon, OpenIcon } from "../../shared/icons.tsx";
import { Hex } from "../../shared/links/hex.tsx";
import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { Card } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import type { Word } from "../../shared/verdict/agreement.ts";

type Props = { agent: Pick<AgentRecord, "agentId" | "parentAgentId" | "status"> };

/** Anyone may name anyone in a record; this shows what each of the named parties has said about it. */
export function Consents({ agent: { agentId, parentAgentId, status } }: Props) {
  const { data, error } = useResource(resources.consents(String(agentId)));
  if (error !== null && data === undefined) {
    return (
      <Card title="Consents">
        <p className="text-muted">The consents cannot be read at the moment.</p>
      </Card>
    );
  }
  const isEnded = status === "Revoked" || status === "Terminated";
  const row = { agentId, isEnded };
  const proposed = data?.proposedHaftungsperson ?? null;
  const pendingWallet = data?.pendingWallet ?? null;
  return (
    <Card title="Consents" className={isEnded ? "pb-3!" : ""}>
      <dl>
        <ConsentRow party="Wallet" {...row} word={data?.wallet} />
        <ConsentRow party="Haftungsperson" {...row} word={data?.haftungsperson} />
        <ConsentRow party="Parent" {...row} word={parentAgentId === 0 ? null : data?.parent} />
        {proposed === null ? null : (
          <div className="border-b border-line py-2.5 last:border-b-0">
            <dt>Handover under way</dt>
            <dd className="mt-0.5 text-sm text-muted">
              <Hex of="haftungsperson" value={proposed} label="the proposed Haftungsperson" /> is to take over
              as Haftungsperson, and has not accepted yet. <Command>accept {agentId}</Command>
            </dd>
          </div>
        )}
        {pendingWallet === null ? null : (
          <div className="border-b border-line py-2.5 last:border-b-0">
            <dt>New wallet proposed</dt>
            <dd className="mt-0.5 text-sm text-muted">
              <Hex of="wallet" value={pendingWallet} label="the proposed wallet" /> is to take the wallet’s
              place, and has not accepted yet
              {data?.haftungsperson.state === "agreed"
                ? "."
                : "; it cannot accept before the Haftungsperson has agreed."}
            </dd>
          </div>
        )}
      </dl>
      {isEnded ? null : (
        <p className="mt-3 text-xs text-muted print:hidden">
          Named here without being asked? You may refuse: <Command>decline {agentId}</Command>
        </p>
      )}
    </Card>
  );
}

type RowProps = {
  party: "Wallet" | "Haftungsperson" | "Parent";
  agentId: number;
  /** The agent was revoked or terminated, so no word of a party is missing any more. */
  isEnded: boolean;
  /** Undefined while it loads; null if there is no such party. */
  word: Word | undefined | null;
};

/** What one party has said, since when, and whether the record has changed since. */
function ConsentRow({ party, agentId, isEnded, word }: RowProps) {
  return (
    <div
      className={`grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2.5 first:pt-0 ${isEnded ? "last:border-b-0" : ""}`}
    >
      <dt className="self-center">{party}</dt>
      <dd className="flex min-h-6.5 items-center">
        {word === undefined ? (
          <Skeleton className="w-16" />
        ) : word === null ? (
          <span className="text-muted">has no parent</span>
        ) : (
          <ConsentMark word={word} isNeeded={party !== "Parent"} isEnded={isEnded} />
        )}
      </dd>
      {word === null ? null : (
        <dd className="col-span-2 mt-0.5 min-h-6 text-xs text-muted">
          {word === undefined ? (
            <Skeleton className="w-48" />
          ) : (
            <Details word={word} agentId={isEnded ? null : agentId} />
          )}
        </dd>
      )}
    </div>
  );
}

type MarkProps = { word: Pick<Word, "state">; isNeeded: boolean; isEnded: boolean };

/** A party's word as a word and a sign. */
export function ConsentMark({ word: { state }, isNeeded, isEnded }: MarkProps) {
  const isMissing = state === "none" && isNeeded && !isEnded;
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${isMissing ? "text-yellow" : COLOURS[state]}`}
    >
      {state === "agreed" ? <CheckIcon /> : state === "none" ? <OpenIcon /> : <CrossIcon />}{" "}
      {state === "none" ? (isEnded ? "not agreed" : "not agreed yet") : state}
    </span>
  );
}

const COLOURS: Record<Word["state"], string> = {
  agreed: "text-green",
  refused: "text-red",
  released: "text-grey",
  none: "text-muted",
};

/** Without an agent, nothing is said about how to agree. */
function Details({ word, agentId }: { word: Word; agentId: number | null }) {
  if (word.since === null) {
    return agentId === null ? "has not said anything" : <Command>confirm {agentId}</Command>;
  }
  const { constitution, capabilities } = word.changedSince;
  const changed = [constitution && "constitution", capabilities && "capabilities"].filter(Boolean);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1.5">
        <span className="whitespace-nowrap">
          <TimeAgo iso={word.since} /> ·
        </span>
        {word.transactionHash === null ? null : <TransactionLink hash={word.transactionHash} />}
      </span>
      {changed.length === 0 ? null : (
        <>
          <span className="mt-0.5 flex items-center gap-1.5 text-yellow">
            <AlertIcon /> {changed.join(" and ")} changed since
          </span>
          {agentId === null ? null : (
            <span className="mt-0.5 block print:hidden">
              to agree again: <Command>confirm {agentId}</Command>
            </span>
          )}
        </>
      )}
    </>
  );
}

/** A command that a party runs with its own key; no use on paper. */
function Command({ children }: { children: ReactNode }) {
  return (
    <code className="font-mono text-[0.8125rem] text-ink print:hidden">
      {CLI_COMMAND} {children}
    </code>
  );
}
