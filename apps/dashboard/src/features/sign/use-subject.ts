"use client";

import type { AgentRecord } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { SignableEntry } from "./entry-actions.ts";
import type { PersonSubject, Subject } from "./subject.ts";

type ShownEntry = Pick<SignableEntry, "isSuspendedByRefusal"> & { of: "entry"; agent: AgentRecord };

/** What the page shows and can be acted on. */
export type Shown = ShownEntry | PersonSubject;

/** The same with all that acting on it needs; null while that is read, undefined if it cannot be read. */
export function useSubject(shown: Shown): Subject | null | undefined {
  const entry = useSignableEntry(shown.of === "entry" ? shown : null);
  if (shown.of === "person") return shown;
  return entry && { of: "entry", entry };
}

/** The entry with all parties who may speak in it. */
function useSignableEntry(shown: ShownEntry | null): SignableEntry | null | undefined {
  const id = shown === null ? null : String(shown.agent.agentId);
  const parentId =
    shown === null || shown.agent.parentAgentId === 0 ? null : String(shown.agent.parentAgentId);
  const consents = useResource(id === null ? null : resources.consents(id));
  const wallets = useResource(id === null ? null : resources.wallets(id));
  const parent = useResource(parentId === null ? null : resources.agent(parentId));
  const parentConsents = useResource(parentId === null ? null : resources.consents(parentId));
  const hasFailed = [consents, wallets, parent, parentConsents].some(
    ({ data, error }) => !data && error !== null,
  );
  if (hasFailed) return undefined;
  if (shown === null || consents.data === undefined || wallets.data === undefined) return null;
  const { agent, isSuspendedByRefusal } = shown;
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
