"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { formatCounted } from "../../shared/format-number.ts";
import { Hex } from "../../shared/hex.tsx";
import { toWalletTimes } from "./wallet-times.ts";

type Props = {
  agentId: number;
  /** The moment of an entry of the past. */
  asOf?: string;
};

/** Since when the wallet is the agent's, and which ones were before it; nothing if it was the first. */
export function FormerWallets({ agentId, asOf }: Props) {
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
