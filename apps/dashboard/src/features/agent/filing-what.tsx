"use client";

import type { Filing } from "@agent-registry/protocol";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { ReactNode } from "react";
import { Hex } from "../../shared/links/hex.tsx";
import { Money } from "../../shared/text/money.tsx";
import { toQuote } from "../../shared/text/words.ts";
import { formatDate, formatPeriod } from "../../shared/time/format-time.ts";
import { toCertifiedWords } from "../certificates/certificate-words.ts";
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
          Handed over:{" "}
          <Hex of="haftungsperson" value={filing.newHaftungsperson} label="the new Haftungsperson" /> agreed
          to answer for this agent, instead of{" "}
          <Hex of="haftungsperson" value={filing.oldHaftungsperson} label="the former Haftungsperson" />
          {others.map(toFallenWords)}
        </>
      );
    case "wallet-proposed":
      return <WalletProposal filing={filing} />;
    case "wallet-changed":
      return (
        <>
          Wallet replaced: <Hex of="wallet" value={filing.oldWallet} label="the former wallet" /> is retired
          for good, and <Hex of="wallet" value={filing.newWallet} label="the new wallet" /> agreed to act for
          this agent
          {others.map(toFallenWords)}
        </>
      );
    case "attester-changed":
      return <AttesterChange filing={filing} />;
    case "person-certified":
      return (
        <>
          Certified: <Hex of="haftungsperson" value={filing.person} label="the person" /> is{" "}
          {toCertifiedWords({ kind: filing.personKind, level: filing.level })}, until{" "}
          {formatDate(filing.until)}
        </>
      );
    case "certificate-accepted":
      return (
        <>
          Accepted the certificate of <Hex of="notary" value={filing.notary} label="the notary" />
        </>
      );
    case "certificate-ended":
      return (
        <>
          Certificate of <Hex of="notary" value={filing.notary} label="the notary" /> about{" "}
          <Hex of="haftungsperson" value={filing.person} label="the person" /> ended
        </>
      );
    case "notary-added":
    case "notary-removed":
      return (
        <>
          Notary <Hex of="notary" value={filing.notary} label="the notary" />{" "}
          {filing.kind === "notary-added" ? "accredited" : "no longer accredited"}
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
      <Hex of="haftungsperson" value={oldProposal} label="who was proposed as Haftungsperson" />
    );
  if (newProposal === null) return <>Handover called off: {old} is no longer to take over</>;
  return (
    <>
      Handover proposed: <Hex of="haftungsperson" value={newProposal} label="the proposed Haftungsperson" />{" "}
      is to take over as Haftungsperson{old === null ? null : <>, instead of {old}</>}
    </>
  );
}

/** What was dropped with a former wallet or Haftungsperson, as a clause after the change itself. */
function toFallenWords(filing: Filing): string {
  if (filing.kind === "attester-changed") return "; the attester was removed";
  if (filing.kind === "wallet-proposed") return "; the proposed new wallet was dropped";
  return "; the proposed handover was called off";
}

function WalletProposal({
  filing: { oldProposal, newProposal },
}: {
  filing: Extract<Filing, { kind: "wallet-proposed" }>;
}) {
  const old =
    oldProposal === null ? null : (
      <Hex of="wallet" value={oldProposal} label="the wallet that was proposed" />
    );
  if (newProposal === null)
    return <>Proposed wallet taken back: {old} is no longer to be the agent’s wallet</>;
  return (
    <>
      New wallet proposed: <Hex of="wallet" value={newProposal} label="the proposed wallet" /> is to take the
      wallet’s place{old === null ? null : <>, instead of {old}</>}
    </>
  );
}

function AttesterChange({
  filing: { oldAttester, newAttester },
}: {
  filing: Extract<Filing, { kind: "attester-changed" }>;
}) {
  const old = oldAttester === null ? null : <Hex value={oldAttester} label="the former attester" />;
  if (newAttester === null) return <>Attester removed: {old} may no longer attest</>;
  return (
    <>
      {old === null ? "Attester named" : "Attester changed"}: <Hex value={newAttester} label="the attester" />{" "}
      may attest, and do nothing else{old === null ? null : <>; {old} no longer may</>}
    </>
  );
}
