"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { PartyEntry } from "./party-entry.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "agentWallet"> };

/** The wallet, and what it says today. */
export function WalletEntry({ agent }: Props) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  return <PartyEntry party="Wallet" address={agent.agentWallet} said={consents?.wallet} />;
}
