"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/hex.tsx";
import { PartyEntry } from "./party-entry.tsx";

type Props = {
  agent: Pick<AgentRecord, "agentId" | "agentWallet">;
  /** The wallets before it. */
  children?: ReactNode;
};

/** The wallet, what it says today, and which one is to take its place. */
export function WalletEntry({ agent, children }: Props) {
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
