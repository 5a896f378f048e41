"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import type { SignableEntry } from "./entry-roles.ts";

/** The entry with all parties who may speak in it; null while it is read, undefined if it cannot be read. */
export function useSignableEntry(agent: AgentRecord): SignableEntry | null | undefined {
  const parentId = agent.parentAgentId === 0 ? null : String(agent.parentAgentId);
  const consents = useResource(resources.consents(String(agent.agentId)));
  const parent = useResource(parentId === null ? null : resources.agent(parentId));
  const parentConsents = useResource(parentId === null ? null : resources.consents(parentId));
  const hasFailed = [consents, parent, parentConsents].some(({ data, error }) => !data && error !== null);
  if (hasFailed) return undefined;
  if (consents.data === undefined) return null;
  if (parentId === null) return { agent, consents: consents.data, parentParties: [] };
  if (parent.data === undefined || parentConsents.data === undefined) return null;
  const { agentWallet, creator, haftungsperson } = parent.data.agent;
  // A wallet that was released has no place in its former record any more.
  const wallets = parentConsents.data.wallet.state === "released" ? [] : [agentWallet];
  return { agent, consents: consents.data, parentParties: [...wallets, creator, haftungsperson] };
}
