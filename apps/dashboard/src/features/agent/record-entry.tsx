"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { AgentLink } from "../../shared/agent-link.tsx";
import { Card } from "../../shared/card.tsx";
import { Entry, EntryList } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";
import { ExactTime } from "../../shared/time-ago.tsx";
import { AttesterEntry, KnownAttester } from "./attester-entry.tsx";
import { DomainEntry } from "./domain-entry.tsx";
import { FormerWallets } from "./former-wallets.tsx";
import { HaftungspersonEntry } from "./haftungsperson-entry.tsx";
import { PartyEntry } from "./party-entry.tsx";
import type { Said } from "./party-note.tsx";
import { WalletEntry } from "./wallet-entry.tsx";

type Props =
  | { agent: AgentRecord; said?: undefined; asOf?: undefined; attester?: undefined }
  | {
      agent: Omit<AgentRecord, "lastRevenueReport">;
      /** Of an entry of the past: what its parties had said. */
      said: { wallet: Said; haftungsperson: Said };
      asOf: string;
      /** Null if there was none. */
      attester: string | null;
    };

/** Who the agent is, who answers for it, and since when it is on record. */
export function RecordEntry({ agent, said, asOf, attester }: Props) {
  const isPast = said !== undefined;
  return (
    <Card title="Entry" className="pb-4!" isLong>
      <EntryList>
        {isPast ? (
          <>
            <PartyEntry party="Haftungsperson" address={agent.haftungsperson} said={said.haftungsperson} />
            <PartyEntry party="Wallet" address={agent.agentWallet} said={said.wallet}>
              <FormerWallets agentId={agent.agentId} asOf={asOf} />
            </PartyEntry>
            {attester === null ? null : <KnownAttester address={attester} />}
          </>
        ) : (
          <>
            <HaftungspersonEntry agent={agent} />
            <WalletEntry agent={agent}>
              <FormerWallets agentId={agent.agentId} />
            </WalletEntry>
            <AttesterEntry agentId={agent.agentId} />
            <DomainEntry agent={agent} />
          </>
        )}
        <Entry label="Creator">
          <Hex of="creator" value={agent.creator} label="the creator" whole />
        </Entry>
        <Entry label="Parent">
          {agent.parentAgentId === 0 ? (
            <>none · a root of the lineage</>
          ) : (
            <>
              <AgentLink id={agent.parentAgentId} /> · generation {agent.generation}
            </>
          )}
        </Entry>
        <Entry label="Self-modifying">{agent.selfModifying ? "Yes: it may change its own code" : "No"}</Entry>
        <Entry label="Constitution">
          <Hex value={agent.constitutionHash} label="the constitution’s hash" />
        </Entry>
        <Entry label="Capabilities">
          <Hex value={agent.capabilityHash} label="the capabilities’ hash" />
        </Entry>
        <Entry label="Registered">
          <ExactTime iso={agent.registeredAt} isPast={isPast} />
        </Entry>
        <Entry label="Last attestation">
          <ExactTime iso={agent.lastAttestation} isPast={isPast} />
        </Entry>
        {isPast ? null : (
          <Entry label="Last revenue report">
            <ExactTime iso={agent.lastRevenueReport} />
          </Entry>
        )}
      </EntryList>
    </Card>
  );
}
