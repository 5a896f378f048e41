"use client";

import type { Filing } from "@agent-registry/protocol";
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
        · {KINDS[filing.kind]}, {formatDate(filing.timestamp)}
      </span>
    </span>
  );
}

const KINDS: Record<Filing["kind"], string> = {
  registered: "registration",
  attested: "attestation",
  "revenue-reported": "revenue report",
  "capabilities-updated": "new capabilities",
  "constitution-updated": "new constitution",
  "status-changed": "new status",
  "consent-given": "consent",
  "consent-refused": "refusal",
  "wallet-released": "release of the wallet",
  "haftungsperson-proposed": "handover proposed",
  "haftungsperson-changed": "handover",
  "wallet-proposed": "new wallet proposed",
  "wallet-changed": "new wallet",
  "attester-changed": "change of the attester",
  "person-certified": "certificate",
  "certificate-accepted": "acceptance of a certificate",
  "certificate-ended": "end of a certificate",
  "notary-added": "accreditation of a notary",
  "notary-removed": "end of a notary’s accreditation",
};
