import type { AgentRecord, ConsentsResponse } from "@agent-registry/protocol";
import { PARTIES, type Party } from "@agent-registry/protocol/policy";
import { ROLE_NAMES as ACTOR_NAMES } from "@agent-registry/protocol/roles";
import { isSameAddress } from "../../wallet/provider.ts";

export type ActionKind =
  | "agree"
  | "agree-again"
  | "refuse"
  | "accept"
  | "propose"
  | "withdraw"
  | "accept-wallet"
  | "propose-wallet"
  | "withdraw-wallet"
  | "set-attester"
  | "remove-attester"
  | "suspend"
  | "reactivate"
  | "revoke"
  | "release";

/** For which an address is typed. */
export type NamingKind = "propose" | "propose-wallet" | "set-attester";

/** For which a reason is typed. */
type ReasonedKind = "suspend" | "revoke";

/** An action with what its person typed for it. */
export type Action =
  | { kind: Exclude<ActionKind, NamingKind | ReasonedKind> }
  | { kind: NamingKind; address: string }
  | { kind: ReasonedKind; reason: string };

export function isNaming(kind: ActionKind): kind is NamingKind {
  return kind === "propose" || kind === "propose-wallet" || kind === "set-attester";
}

/** By which an account says that it stands by the record as it is shown. */
export function isAgreeing(kind: ActionKind): boolean {
  return kind === "agree" || kind === "agree-again" || kind === "accept" || kind === "accept-wallet";
}

type Known = { entry: SignableEntry; roles: readonly Role[] };

/** What an account with these roles can do with the entry as it stands: what the contract takes, and changes something. */
export function toActions({ entry, roles }: Known): ActionKind[] {
  const { status } = entry.agent;
  const { wallet, haftungsperson, proposedHaftungsperson, pendingWallet, attester } = entry.consents;
  const is = (...any: Role[]) => any.some((role) => roles.includes(role));
  const isRunning = status === "Active" || status === "Suspended";
  const isParty = isRunning && is("wallet", "creator", "haftungsperson");
  // A wallet is replaced by the word of a person who answers for the agent.
  const isAnswered = isRunning && haftungsperson.state === "agreed";
  const refusal = planRefusal({ entry, roles });
  const isMissing = hasMissingWord({ entry, roles });
  const possible: Record<ActionKind, boolean> = {
    agree: isRunning && isMissing,
    "agree-again": isRunning && !isMissing && hasAgedWord({ entry, roles }),
    accept: isRunning && is("proposed"),
    "accept-wallet": isAnswered && is("proposed-wallet"),
    refuse: refusal.releasesWallet || refusal.suspends || refusal.isNews,
    propose: isParty,
    withdraw: isParty && proposedHaftungsperson !== null,
    "propose-wallet": isAnswered && is("haftungsperson"),
    "withdraw-wallet": isAnswered && is("haftungsperson") && pendingWallet !== null,
    "set-attester": isParty,
    "remove-attester": isParty && attester !== null,
    suspend: is("regulator") && status === "Active",
    reactivate: is("regulator") && status === "Suspended",
    revoke: is("regulator") && isRunning,
    release: is("regulator") && wallet.state === "none",
  };
  return (Object.keys(possible) as ActionKind[]).filter((kind) => possible[kind]);
}

/** The parties of the record that this account is. The contract takes its agreement for all of them at once. */
export function toParties({ roles }: Pick<Known, "roles">): Party[] {
  return PARTIES.filter((party) => roles.includes(party));
}

/** Whether the account has not agreed to a part that it holds. */
function hasMissingWord({ entry: { consents }, roles }: Known): boolean {
  return toParties({ roles }).some((party) => consents[party]?.state !== "agreed");
}

/** Whether the record has changed since the account agreed to it. */
function hasAgedWord({ entry: { consents }, roles }: Known): boolean {
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
  return {
    releasesWallet,
    asHaftungsperson,
    asParent,
    suspends: asHaftungsperson && status === "Active" && !releasesWallet,
    isNews:
      (asHaftungsperson && haftungsperson.state !== "refused") || (asParent && parent?.state !== "refused"),
  };
}

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
  ...ACTOR_NAMES,
  parent: "a party of the parent",
  proposed: "the proposed Haftungsperson",
  "proposed-wallet": "the proposed wallet",
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
