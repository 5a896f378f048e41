"use client";

import type { AgentDomainResponse, AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { CheckIcon } from "../../shared/icons.tsx";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { Card, Entry, EntryList } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { ExactTime, TimeAgo } from "../../shared/time/time-ago.tsx";
import { mayNameDomain, toDomainWords } from "./domain-words.ts";
import { AttesterEntry, HaftungspersonEntry, PartyEntry, WalletEntry } from "./party-entry.tsx";
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
  const consents = useResource(isPast ? null : resources.consents(String(agent.agentId))).data;
  return (
    <Card title="Entry" className="pb-4!" isLong>
      <EntryList>
        {isPast ? (
          <>
            <PartyEntry party="Haftungsperson" address={agent.haftungsperson} said={said.haftungsperson} />
            <PartyEntry party="Wallet" address={agent.agentWallet} said={said.wallet}>
              <FormerWallets agentId={agent.agentId} asOf={asOf} />
            </PartyEntry>
            <AttesterEntry address={attester} />
          </>
        ) : (
          <>
            <HaftungspersonEntry agent={agent} />
            <WalletEntry agent={agent}>
              <FormerWallets agentId={agent.agentId} />
            </WalletEntry>
            <AttesterEntry address={consents?.attester ?? null} />
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

type DomainProps = { agent: Pick<AgentRecord, "agentId" | "operationalScope"> };

/** The register asks a domain in the background, and has its answer within seconds. */
const SOON_MS = 3_000;
const toRefreshMs = (answer: AgentDomainResponse | undefined) =>
  answer?.reason === "not-checked-yet" ? SOON_MS : REFRESH_MS;

/** Anyone may write any address into a scope, so the entry says whether the domain names the agent, too. */
function DomainEntry({ agent }: DomainProps) {
  const mayName = mayNameDomain(agent);
  const resource = mayName ? resources.domain(String(agent.agentId)) : null;
  const { data, error } = useResource(resource, { refreshMs: toRefreshMs });
  const words = data === undefined ? null : toDomainWords(data);
  const isLoading = mayName && data === undefined && error === null;
  if (words === null && !isLoading) return null;
  return (
    <Entry label="Domain">
      {words === null ? (
        <Skeleton className="w-64 max-w-full" />
      ) : (
        <span className="flex items-baseline gap-1.5">
          {data?.verified ? (
            <span className="self-center text-green">
              <CheckIcon />
            </span>
          ) : null}
          <span className="[overflow-wrap:anywhere]">
            {words.before}
            <UntrustedText>{words.domain}</UntrustedText>
            {words.after}
          </span>
        </span>
      )}
      <p className="text-xs text-muted">
        {words?.why == null ? null : <>{words.why} · </>}
        {data?.checkedAt == null ? (
          // As tall as what will stand here, so that nothing moves when it comes.
          <>&nbsp;</>
        ) : (
          <>
            asked <TimeAgo iso={data.checkedAt} />
          </>
        )}
      </p>
    </Entry>
  );
}
