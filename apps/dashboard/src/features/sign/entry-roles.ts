import type { AgentRecord, ConsentsResponse } from "@agent-registry/protocol";
import { isSameAddress } from "../../wallet/provider.ts";

/** An agent's record as the page shows it, with what its parties have said. */
export type SignableEntry = {
  agent: AgentRecord;
  consents: ConsentsResponse;
  /** Who may speak for the parent; empty if the agent is a root. */
  parentParties: readonly string[];
};

/** What an account is in an entry. One account may be several of these. */
export type Role = "wallet" | "haftungsperson" | "parent" | "creator" | "proposed" | "regulator";

export function toRoles({
  entry: { agent, consents, parentParties },
  account,
  isRegulator,
}: {
  entry: SignableEntry;
  account: string;
  isRegulator: boolean;
}): Role[] {
  const is = (address: string | null) => isSameAddress(address, account);
  const held: Record<Role, boolean> = {
    // A wallet that was released has no place in the record any more.
    wallet: is(agent.agentWallet) && consents.wallet.state !== "released",
    haftungsperson: is(consents.haftungsperson.address),
    parent: parentParties.some(is),
    creator: is(agent.creator),
    proposed: is(consents.proposedHaftungsperson),
    regulator: isRegulator,
  };
  return (Object.keys(held) as Role[]).filter((role) => held[role]);
}

export const ROLE_NAMES: Record<Role, string> = {
  wallet: "the agent’s wallet",
  haftungsperson: "the Haftungsperson",
  parent: "a party of the parent",
  creator: "the creator",
  proposed: "the proposed Haftungsperson",
  regulator: "a regulator",
};

/** Whose signature the register takes for this entry, for those who came with another account. */
export function toSigners({
  agent,
  consents,
  parentParties,
}: SignableEntry): { role: Role; address: string }[] {
  const { proposedHaftungsperson } = consents;
  return [
    { role: "haftungsperson", address: consents.haftungsperson.address },
    ...(consents.wallet.state === "released"
      ? []
      : [{ role: "wallet" as const, address: agent.agentWallet }]),
    ...(proposedHaftungsperson === null
      ? []
      : [{ role: "proposed" as const, address: proposedHaftungsperson }]),
    { role: "creator", address: agent.creator },
    ...[...new Set(parentParties)].map((address) => ({ role: "parent" as const, address })),
  ];
}
