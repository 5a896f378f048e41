"use client";

import type { Filing } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { formatCount } from "../../shared/format-number.ts";
import { formatPeriod } from "../../shared/format-time.ts";
import { Hex } from "../../shared/hex.tsx";
import { Money } from "../../shared/money.tsx";
import { TONE_OF_STATUS } from "../../shared/status-badge.tsx";
import { TimeAgo } from "../../shared/time-ago.tsx";
import { TransactionLink } from "../../shared/transaction-link.tsx";
import { type Parties, type Tone, toActor, toQuote } from "../../shared/verdict.ts";
import { toVisibleName, toVisibleText } from "../../shared/visible-text.ts";
import { toConsentWords } from "./consent-words.ts";

const DOT: Record<Tone | "accent", string> = {
  green: "border-green",
  yellow: "border-yellow",
  red: "border-red",
  grey: "border-grey",
  accent: "border-accent",
};

/** One filing: when, what, by whom, and the transaction that proves it. */
export function FilingItem({
  filing,
  parties,
  isLast,
}: {
  filing: Filing;
  parties: Parties;
  isLast: boolean;
}) {
  return (
    <li className="grid grid-cols-[1.25rem_1fr] gap-x-3 text-sm sm:grid-cols-[7.5rem_1.25rem_1fr] print:break-inside-avoid">
      <span className="pt-px text-xs text-muted max-sm:hidden">
        <TimeAgo iso={filing.timestamp} />
      </span>
      <span aria-hidden className="relative flex justify-center">
        <span className={`mt-1.5 size-2.5 rounded-full border-2 bg-surface ${DOT[toTone(filing)]}`} />
        {isLast ? null : <span className="absolute top-5.5 bottom-0 w-px bg-line" />}
      </span>
      <span className="min-w-0 pb-4">
        <span className="[overflow-wrap:anywhere]">
          <What filing={filing} />
        </span>
        {/* Each dot stays with what stands before it: no line begins with one. */}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          <span className="whitespace-nowrap sm:hidden">
            <TimeAgo iso={filing.timestamp} /> ·
          </span>
          <span className="whitespace-nowrap" title={filing.actor}>
            {toActor({ filing, parties })} ·
          </span>
          <span className="whitespace-nowrap">block {formatCount(filing.blockNumber)} ·</span>
          <TransactionLink hash={filing.transactionHash} />
        </span>
      </span>
    </li>
  );
}

function What({ filing }: { filing: Filing }): ReactNode {
  switch (filing.kind) {
    case "registered":
      return filing.parentAgentId === 0
        ? "Registered"
        : `Registered as a child of agent ${filing.parentAgentId}`;
    case "attested":
      return "Attested compliance";
    case "revenue-reported":
      return (
        <>
          Reported <Money cents={filing.amount} currency={filing.currency} />,{" "}
          <bdi>{toVisibleName(filing.category)}</bdi>, for{" "}
          {formatPeriod({ start: filing.periodStart, end: filing.periodEnd })}
        </>
      );
    case "capabilities-updated":
      return (
        <>
          New capabilities: <Hex value={filing.newHash} label="the new hash" />
        </>
      );
    case "constitution-updated":
      return (
        <>
          New constitution: <Hex value={filing.newHash} label="the new hash" />
        </>
      );
    case "status-changed": {
      const quote = toQuote(filing.reason);
      return (
        <>
          {filing.newStatus === "Active" ? "Reactivated" : filing.newStatus}
          {quote === null ? null : (
            <>
              : “<bdi>{toVisibleText(quote)}</bdi>”
            </>
          )}
        </>
      );
    }
    case "consent-given":
      return `Consent given: ${toConsentWords(filing)}`;
  }
}

function toTone(filing: Filing): Tone | "accent" {
  if (filing.kind === "status-changed") return TONE_OF_STATUS[filing.newStatus];
  return filing.kind === "attested" || filing.kind === "registered" ? "green" : "accent";
}
