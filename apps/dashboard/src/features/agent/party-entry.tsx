"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { Entry, EntryList } from "../../shared/page/card.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { ExactTime } from "../../shared/time/time-ago.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { CertifiedPerson } from "../certificates/certified-line.tsx";
import { PartyNote, type Said } from "./party-note.tsx";

type Props = {
  party: "Wallet" | "Haftungsperson";
  address: string;
  /** Undefined while it is being read. */
  said: Said | undefined;
  children?: ReactNode;
};

const NAMED = {
  Wallet: "named as the agent’s wallet",
  Haftungsperson: "named as the liable person",
} as const;

/** Anyone may name anyone, so the entry says what the one who is named has said. */
export function PartyEntry({ party, address, said, children }: Props) {
  return (
    <Entry label={party}>
      {party === "Wallet" ? (
        <Hex value={address} label="the wallet" whole />
      ) : (
        <Hex of="haftungsperson" value={address} label="the Haftungsperson" whole />
      )}
      <PartyNote named={NAMED[party]} said={said} />
      {children}
    </Entry>
  );
}

type WalletEntryProps = {
  agent: Pick<AgentRecord, "agentId" | "agentWallet">;
  /** The wallets before it. */
  children?: ReactNode;
};

/** The wallet, what it says today, and which one is to take its place. */
export function WalletEntry({ agent, children }: WalletEntryProps) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  const pending = consents?.pendingWallet ?? null;
  return (
    <PartyEntry party="Wallet" address={agent.agentWallet} said={consents?.wallet}>
      {children}
      {pending === null ? null : (
        <p className="text-xs text-muted">
          <Hex of="wallet" value={pending} label="the proposed wallet" /> is to take its place, and has not
          accepted yet
        </p>
      )}
    </PartyEntry>
  );
}

type HaftungspersonEntryProps = { agent: Pick<AgentRecord, "agentId" | "haftungsperson"> };

/** The Haftungsperson of today, and who is to take over. */
export function HaftungspersonEntry({ agent }: HaftungspersonEntryProps) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  const proposed = consents?.proposedHaftungsperson ?? null;
  return (
    <PartyEntry party="Haftungsperson" address={agent.haftungsperson} said={consents?.haftungsperson}>
      <CertifiedPerson address={agent.haftungsperson} />
      {proposed === null ? null : (
        <p className="text-xs text-muted">
          handover under way to{" "}
          <Hex of="haftungsperson" value={proposed} label="the proposed Haftungsperson" />
        </p>
      )}
    </PartyEntry>
  );
}

/** Nothing if there is no attester. */
export function AttesterEntry({ address }: { address: string | null }) {
  if (address === null) return null;
  return (
    <Entry label="Attester">
      <Hex value={address} label="the attester" whole />
      <p className="text-xs text-muted">may attest compliance for this agent, and do nothing else</p>
    </Entry>
  );
}

type ShortEntryProps = {
  agent: Pick<AgentRecord, "status" | "operationalScope" | "lastAttestation" | "registeredAt">;
  /** Leads to the entry. */
  link: ReactNode;
  isPast?: boolean;
  /** Its Haftungsperson and wallet. */
  children: ReactNode;
};

/** The agent behind a wallet, in short. */
export function ShortEntry({ agent, link, isPast = false, children }: ShortEntryProps) {
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Agent">{link}</Entry>
        {children}
        <Entry label="Status">
          <StatusBadge status={agent.status} />
        </Entry>
        <Entry label="Scope">
          <UntrustedText>{agent.operationalScope}</UntrustedText>
        </Entry>
        <Entry label="Last attestation">
          <ExactTime iso={agent.lastAttestation} isPast={isPast} />
        </Entry>
        <Entry label="Registered">
          <ExactTime iso={agent.registeredAt} isPast={isPast} />
        </Entry>
      </EntryList>
    </div>
  );
}
