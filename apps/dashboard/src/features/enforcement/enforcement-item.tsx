"use client";

import type { EnforcementAction, EnforcementFiling } from "@agent-registry/protocol";
import { AgentLink } from "../../shared/agent-link.tsx";
import { formatCount } from "../../shared/format-number.ts";
import { Hex } from "../../shared/hex.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { TimeAgo } from "../../shared/time-ago.tsx";
import { TransactionLink } from "../../shared/transaction-link.tsx";
import { FilingWhat } from "../agent/filing-what.tsx";

const DOT: Record<EnforcementAction, string> = {
  suspended: "bg-yellow",
  reactivated: "bg-green",
  revoked: "bg-red",
  released: "bg-grey",
  refused: "bg-red",
};

/** One action: which agent, what, by whom, when, and the transaction that proves it. */
export function EnforcementItem({ filing }: { filing: EnforcementFiling }) {
  const story = { number: filing.sequence, filing, others: [], older: [] };
  const isRegulator = filing.action !== "refused";
  return (
    <li className="grid grid-cols-[1rem_1fr] gap-x-2 pb-4 text-sm print:break-inside-avoid">
      <span aria-hidden className={`mt-1.5 size-2 rounded-full ${DOT[filing.action]}`} />
      <span className="min-w-0">
        <span className="[overflow-wrap:anywhere]">
          <AgentLink id={filing.agentId} className="font-medium" />: <FilingWhat story={story} />
        </span>
        {/* Each dot stays with what stands before it: no line begins with one. */}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1.5 text-xs text-muted">
          <span className="whitespace-nowrap">
            <TimeAgo iso={filing.timestamp} /> ·
          </span>
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            {isRegulator ? "by the regulator" : "by"}{" "}
            <PageLink href={`/enforcement?regulator=${filing.actor}`} className="link">
              <Hex value={filing.actor} label="the address" copy={false} />
            </PageLink>{" "}
            ·
          </span>
          <span className="whitespace-nowrap">block {formatCount(filing.blockNumber)} ·</span>
          <TransactionLink hash={filing.transactionHash} />
        </span>
      </span>
    </li>
  );
}
