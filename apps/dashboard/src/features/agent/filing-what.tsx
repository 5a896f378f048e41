"use client";

import type { Filing } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { ReactNode } from "react";
import { formatPeriod } from "../../shared/format-time.ts";
import { Hex } from "../../shared/hex.tsx";
import { Money } from "../../shared/money.tsx";
import { PersonHex } from "../../shared/person-hex.tsx";
import { toQuote } from "../../shared/quote.ts";
import { toConsentWords, toDeclineWords } from "./consent-words.ts";
import { isDecline, type Story } from "./filing-stories.ts";

/** What was filed, as a sentence. */
export function FilingWhat({ story: { filing, others, older } }: { story: Story }): ReactNode {
  if (isDecline(filing)) return toDeclineWords([filing, ...others]);
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
    case "status-changed":
      return <StatusChange filing={filing} />;
    case "consent-given":
      return toConsentWords(filing, older);
    case "haftungsperson-proposed":
      return <Proposal filing={filing} />;
    case "haftungsperson-changed":
      return (
        <>
          Handed over: <PersonHex value={filing.newHaftungsperson} label="the new Haftungsperson" /> agreed to
          answer for this agent, instead of{" "}
          <PersonHex value={filing.oldHaftungsperson} label="the former Haftungsperson" />
        </>
      );
    case "consent-refused":
    case "wallet-released":
      return toDeclineWords([filing, ...others]);
    default:
      filing satisfies never;
      // The API is newer than this page.
      return "Filed something that this page does not know";
  }
}

function StatusChange({ filing }: { filing: Extract<Filing, { kind: "status-changed" }> }) {
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

function Proposal({
  filing: { oldProposal, newProposal },
}: {
  filing: Extract<Filing, { kind: "haftungsperson-proposed" }>;
}) {
  const old =
    oldProposal === null ? null : (
      <PersonHex value={oldProposal} label="who was proposed as Haftungsperson" />
    );
  if (newProposal === null) return <>Handover called off: {old} is no longer to take over</>;
  return (
    <>
      Handover proposed: <PersonHex value={newProposal} label="the proposed Haftungsperson" /> is to take over
      as Haftungsperson{old === null ? null : <>, instead of {old}</>}
    </>
  );
}
