"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { SignableEntry } from "./entry-roles.ts";

type Shown = Pick<SignableEntry, "isSuspendedByRefusal"> & { agent: AgentRecord };

/** The entry with all parties who may speak in it; null while it is read, undefined if it cannot be read. */
export function useSignableEntry({ agent, isSuspendedByRefusal }: Shown): SignableEntry | null | undefined {
  const parentId = agent.parentAgentId === 0 ? null : String(agent.parentAgentId);
  const consents = useResource(resources.consents(String(agent.agentId)));
  const wallets = useResource(resources.wallets(String(agent.agentId)));
  const parent = useResource(parentId === null ? null : resources.agent(parentId));
  const parentConsents = useResource(parentId === null ? null : resources.consents(parentId));
  const hasFailed = [consents, wallets, parent, parentConsents].some(
    ({ data, error }) => !data && error !== null,
  );
  if (hasFailed) return undefined;
  if (consents.data === undefined || wallets.data === undefined) return null;
  const isCreatorRetired = wallets.data.data.some(
    ({ wallet, until }) => until !== null && isSameAddress(wallet, agent.creator),
  );
  const entry = { agent, consents: consents.data, isCreatorRetired, isSuspendedByRefusal };
  if (parentId === null) return { ...entry, parentParties: [] };
  if (parent.data === undefined || parentConsents.data === undefined) return null;
  const { agentWallet, creator, haftungsperson } = parent.data.agent;
  // A wallet that was released has no place in its former record any more.
  const parentWallets = parentConsents.data.wallet.state === "released" ? [] : [agentWallet];
  return { ...entry, parentParties: [...parentWallets, creator, haftungsperson] };
}
