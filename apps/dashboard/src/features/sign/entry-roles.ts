import type { AgentRecord, ConsentsResponse } from "@agent-registry/protocol";
import { isSameAddress } from "../../wallet/provider.ts";

/** An agent's record as the page shows it, with what its parties have said. */
export type SignableEntry = {
  agent: AgentRecord;
  consents: ConsentsResponse;
  /** Who may speak for the parent; empty if the agent is a root. */
  parentParties: readonly string[];
  /** The creator was the agent's wallet, too, and was replaced: it has no part in the entry any more. */
  isCreatorRetired: boolean;
  /** The refusal of the Haftungsperson suspended the agent, and no regulator. */
  isSuspendedByRefusal: boolean;
};

/** What an account is in an entry. One account may be several of these. */
export type Role =
  | "wallet"
  | "haftungsperson"
  | "parent"
  | "creator"
  | "proposed"
  | "proposed-wallet"
  | "attester"
  | "regulator";

export function toRoles({
  entry: { agent, consents, parentParties, isCreatorRetired },
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
    creator: is(agent.creator) && !isCreatorRetired,
    proposed: is(consents.proposedHaftungsperson),
    "proposed-wallet": is(consents.pendingWallet),
    attester: is(consents.attester),
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
  "proposed-wallet": "the proposed wallet",
  attester: "the attester",
  regulator: "a regulator",
};

/** Whose signature is taken here for this entry, for those who came with another account. An attester only attests. */
export function toSigners({
  agent,
  consents,
  parentParties,
  isCreatorRetired,
}: SignableEntry): { role: Role; address: string }[] {
  const { proposedHaftungsperson, pendingWallet } = consents;
  return [
    { role: "haftungsperson", address: consents.haftungsperson.address },
    ...(consents.wallet.state === "released"
      ? []
      : [{ role: "wallet" as const, address: agent.agentWallet }]),
    ...(proposedHaftungsperson === null
      ? []
      : [{ role: "proposed" as const, address: proposedHaftungsperson }]),
    ...(pendingWallet === null ? [] : [{ role: "proposed-wallet" as const, address: pendingWallet }]),
    ...(isCreatorRetired ? [] : [{ role: "creator" as const, address: agent.creator }]),
    ...[...new Set(parentParties)].map((address) => ({ role: "parent" as const, address })),
  ];
}
