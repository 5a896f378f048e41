"use client";

import { CLI_COMMAND } from "@agent-registry/protocol/errors";
import type { ReactNode } from "react";
import { AlertIcon, CheckIcon, CrossIcon, OpenIcon } from "../../shared/icons.tsx";
import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import type { Word } from "../../shared/verdict/agreement.ts";

type Props = {
  party: "Wallet" | "Haftungsperson" | "Parent";
  agentId: number;
  /** The agent was revoked or terminated, so no word of a party is missing any more. */
  isEnded: boolean;
  /** Undefined while it loads; null if there is no such party. */
  word: Word | undefined | null;
};

/** What one party has said, since when, and whether the record has changed since. */
export function ConsentRow({ party, agentId, isEnded, word }: Props) {
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
export function Command({ children }: { children: ReactNode }) {
  return (
    <code className="font-mono text-[0.8125rem] text-ink print:hidden">
      {CLI_COMMAND} {children}
    </code>
  );
}
