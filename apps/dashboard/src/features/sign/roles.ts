import type { AgentRecord, ConsentsResponse } from "@agent-registry/protocol";
import { PARTIES, type Party } from "@agent-registry/protocol/policy";
import { ROLE_NAMES as ACTOR_NAMES } from "@agent-registry/protocol/roles";
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

const { wallet, haftungsperson, creator, attester, regulator } = ACTOR_NAMES;
export const ROLE_NAMES = {
  wallet,
  haftungsperson,
  parent: "a party of the parent",
  creator,
  proposed: "the proposed Haftungsperson",
  "proposed-wallet": "the proposed wallet",
  attester,
  regulator,
} as const;

/** What an account is in an entry. One account may be several of these. */
export type Role = keyof typeof ROLE_NAMES;

/** An account that signs. */
export type Acting = { account: string; isRegulator: boolean };

export function toRoles({ entry, account, isRegulator }: Acting & { entry: SignableEntry }): Role[] {
  const { agent, consents, parentParties, isCreatorRetired } = entry;
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

/** Whose signature is taken here for this entry, for those who came with another account. An attester only attests. */
export function toSigners(entry: SignableEntry): { role: Role; address: string }[] {
  const { agent, consents, parentParties, isCreatorRetired } = entry;
  const signers: [Role, string | null][] = [
    ["haftungsperson", consents.haftungsperson.address],
    ["wallet", consents.wallet.state === "released" ? null : agent.agentWallet],
    ["proposed", consents.proposedHaftungsperson],
    ["proposed-wallet", consents.pendingWallet],
    ["creator", isCreatorRetired ? null : agent.creator],
    ...[...new Set(parentParties)].map((address): [Role, string] => ["parent", address]),
  ];
  return signers.flatMap(([role, address]) => (address === null ? [] : [{ role, address }]));
}

/** An entry, and what the account is in it. */
export type Known = { entry: SignableEntry; roles: readonly Role[] };

/** The parties of the record that this account is. The contract takes its agreement for all of them at once. */
export function toParties({ roles }: Pick<Known, "roles">): Party[] {
  return PARTIES.filter((party) => roles.includes(party));
}

/** Whether the account has not agreed to a part that it holds. */
export function hasMissingWord({ entry: { consents }, roles }: Known): boolean {
  return toParties({ roles }).some((party) => consents[party]?.state !== "agreed");
}

/** Whether the record has changed since the account agreed to it. */
export function hasAgedWord({ entry: { consents }, roles }: Known): boolean {
  return toParties({ roles }).some((party) => {
    const changed = consents[party]?.changedSince;
    return changed?.constitution === true || changed?.capabilities === true;
  });
}

/** What a refusal by an account with these roles does; the contract's `declineAgent` takes all its parts at once. */
export function planRefusal({ entry, roles }: Known) {
  const { status } = entry.agent;
  const { wallet, haftungsperson, parent } = entry.consents;
  // Out of Revoked, and out of Suspended if a regulator suspended, only a regulator releases a wallet.
  const isFreeToLeave = status === "Active" || status === "Terminated" || entry.isSuspendedByRefusal;
  const releasesWallet = roles.includes("wallet") && wallet.state === "none" && isFreeToLeave;
  const asHaftungsperson = roles.includes("haftungsperson");
  const asParent = roles.includes("parent");
  const refused: Record<Party, boolean> = {
    wallet: releasesWallet,
    haftungsperson: asHaftungsperson,
    parent: asParent,
  };
  return {
    releasesWallet,
    asHaftungsperson,
    asParent,
    suspends: asHaftungsperson && status === "Active" && !releasesWallet,
    isNews:
      (asHaftungsperson && haftungsperson.state !== "refused") || (asParent && parent?.state !== "refused"),
    parties: PARTIES.filter((party) => refused[party]),
  };
}
