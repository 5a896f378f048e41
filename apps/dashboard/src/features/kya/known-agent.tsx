"use client";

import type { KyaResponse } from "@agent-registry/protocol";
import { AgentLink } from "../../shared/agent-link.tsx";
import { Entry, EntryList } from "../../shared/entry-list.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ExactTime } from "../../shared/time-ago.tsx";
import { UntrustedText } from "../../shared/untrusted-text.tsx";
import { HaftungspersonEntry } from "../agent/haftungsperson-entry.tsx";
import { WalletEntry } from "../agent/wallet-entry.tsx";

export type KyaAgent = NonNullable<KyaResponse["agent"]>;

/** The agent behind a wallet, in short. */
export function KnownAgent({ agent }: { agent: KyaAgent }) {
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Agent">
          <AgentLink id={agent.agentId} className="font-medium" />
        </Entry>
        <HaftungspersonEntry agent={agent} />
        <WalletEntry agent={agent} />
        <Entry label="Status">
          <StatusBadge status={agent.status} />
        </Entry>
        <Entry label="Scope">
          <UntrustedText>{agent.operationalScope}</UntrustedText>
        </Entry>
        <Entry label="Last attestation">
          <ExactTime iso={agent.lastAttestation} />
        </Entry>
        <Entry label="Registered">
          <ExactTime iso={agent.registeredAt} />
        </Entry>
      </EntryList>
    </div>
  );
}
