"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { Card, Entry, EntryList } from "../../shared/page/card.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { ExactTime } from "../../shared/time/time-ago.tsx";
import { DomainEntry } from "./domain-entry.tsx";
import {
  AttesterEntry,
  HaftungspersonEntry,
  KnownAttester,
  PartyEntry,
  WalletEntry,
} from "./party-entry.tsx";
import type { Said } from "./party-note.tsx";
import { toWalletTimes } from "./wallet-times.ts";

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

type FormerWalletsProps = {
  agentId: number;
  /** The moment of an entry of the past. */
  asOf?: string;
};

/** Since when the wallet is the agent's, and which ones were before it; nothing if it was the first. */
function FormerWallets({ agentId, asOf }: FormerWalletsProps) {
  const { data } = useResource(resources.wallets(String(agentId)));
  const times = data === undefined ? null : toWalletTimes(data, asOf ?? null);
  if (times === null || times.since === null) return null;
  return (
    <>
      <p className="text-xs text-muted">
        the agent’s wallet since {times.since} · before, and retired for good:
      </p>
      <ul aria-label="Former wallets" className="text-xs text-muted">
        {times.former.map(({ wallet, until }) => (
          <li key={wallet} className="flex flex-wrap items-center gap-x-1.5">
            <Hex of="wallet" value={wallet} label="a former wallet" /> until {until}
          </li>
        ))}
        {times.rest === 0 ? null : <li>and {formatCounted(times.rest, "earlier wallet")}</li>}
      </ul>
    </>
  );
}
