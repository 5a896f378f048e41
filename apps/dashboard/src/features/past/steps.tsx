"use client";

import type { Filing } from "@agent-registry/protocol";
import { toFilingLabels } from "@agent-registry/protocol/filing-text";
import { PageLink } from "../../shared/links/page-link.tsx";
import { formatDate } from "../../shared/time/format-time.ts";

type Props = {
  agentId: number;
  previous: Filing | undefined;
  next: Filing | undefined;
};

/** Leads from one filing to the next, each as the entry stood when it was made. */
export function Steps({ agentId, previous, next }: Props) {
  return (
    <nav
      aria-label="Filings before and after"
      className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm print:hidden"
    >
      <Step agentId={agentId} filing={previous} rel="prev" label="Previous filing" none="No filing before" />
      <Step agentId={agentId} filing={next} rel="next" label="Next filing" none="No filing since" />
    </nav>
  );
}

type StepProps = {
  agentId: number;
  filing: Filing | undefined;
  rel: "prev" | "next";
  label: string;
  none: string;
};

function Step({ agentId, filing, rel, label, none }: StepProps) {
  if (filing === undefined) return <span className="text-muted">{none}</span>;
  return (
    <span>
      <PageLink href={`/agents/${agentId}?block=${filing.blockNumber}`} rel={rel} className="link">
        {label}
      </PageLink>
      <span className="text-muted">
        {" "}
        · {toFilingLabels(filing)?.join(", ") ?? "a filing"}, {formatDate(filing.timestamp)}
      </span>
    </span>
  );
}
