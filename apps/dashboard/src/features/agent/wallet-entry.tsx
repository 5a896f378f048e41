"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Entry } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";
import { PartyNote } from "./party-note.tsx";

type Props = { agent: Pick<AgentRecord, "agentId" | "agentWallet"> };

/** Anyone may enter any wallet, so the entry says whether the wallet has agreed. */
export function WalletEntry({ agent }: Props) {
  const consents = useResource(resources.consents(String(agent.agentId))).data;
  return (
    <Entry label="Wallet">
      <Hex value={agent.agentWallet} label="the wallet" whole />
      <PartyNote named="named as the agent’s wallet" word={consents?.wallet} />
    </Entry>
  );
}
