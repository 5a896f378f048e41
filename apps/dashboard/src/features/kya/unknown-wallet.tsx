"use client";

import type { WalletEntriesResponse } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentLink } from "../../shared/links/page-link.tsx";
import { Entry, EntryList } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { formatDate } from "../../shared/time/format-time.ts";
import { ExactTime, TimeAgo } from "../../shared/time/time-ago.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { findRetired } from "./retired-wallet.ts";

/** A wallet without an entry, and the records that named it once. */
export function UnknownWallet({ wallet }: { wallet: string }) {
  const { data, error } = useResource(resources.walletEntries(wallet));
  const retired = data === undefined ? null : findRetired(data);
  return (
    <div className="card min-w-0 px-5 py-3.5 sm:px-6">
      <EntryList>
        <Entry label="Wallet">
          <Hex value={wallet} label="the wallet" whole />
        </Entry>
        <Entry label="On record">{retired === null ? "no" : "not any more"}</Entry>
        {retired === null ? null : (
          <>
            <Entry label="Was the wallet of">
              <AgentLink id={retired.agentId} className="font-medium" /> until{" "}
              <ExactTime iso={retired.since} />
            </Entry>
            <Entry label="Its wallet today">
              <Hex of="wallet" value={retired.presentWallet} label="the agent’s present wallet" />
            </Entry>
          </>
        )}
        <Entry label="Earlier records">
          {data !== undefined ? (
            <EarlierRecords entries={data} />
          ) : error === null ? (
            <Skeleton className="w-16" />
          ) : (
            <span className="text-muted">cannot be read at the moment</span>
          )}
        </Entry>
      </EntryList>
    </div>
  );
}

function EarlierRecords({ entries: { data, total } }: { entries: WalletEntriesResponse }) {
  if (data.length === 0) return "none";
  const rest = total - data.length;
  return (
    <>
      <ul className="grid gap-2">
        {data.map((entry) => (
          <li key={entry.agentId}>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <AgentLink id={entry.agentId} className="font-medium" />
              <StatusBadge status={entry.status} />
              {entry.isWalletReleased ? <span className="text-sm">wallet released</span> : null}
              {entry.retired == null ? null : (
                <span className="text-sm">wallet replaced on {formatDate(entry.retired.since)}</span>
              )}
            </span>
            <span className="text-xs text-muted">
              registered <TimeAgo iso={entry.registeredAt} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-2 text-sm text-muted">and {formatCounted(rest, "older record")}</p> : null}
      {data.every(({ isWalletReleased }) => isWalletReleased) ? (
        <p className="mt-2 text-sm text-muted">
          The wallet had not agreed and was released: nothing above says anything about it.
        </p>
      ) : null}
    </>
  );
}
