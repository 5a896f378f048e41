import type { Party } from "@agent-registry/protocol";
import { joinWords } from "@agent-registry/protocol/filing-text";
import { PARTY_NAMES } from "@agent-registry/protocol/roles";
import { type AgentStatus, RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import { COMMAND } from "../own-package.ts";
import { invalidInput } from "../terminal/errors.ts";
import type { RecordWithParties } from "./get-record.ts";

/** As which parties the record names the address, as the contract decides it. */
function findParties({ record, address }: { record: RecordWithParties; address: Address }): Party[] {
  const { agent, consents, parentParties } = record;
  const parties: Party[] = [];
  if (isAddressEqual(agent.agentWallet, address) && consents.wallet !== "released") parties.push("wallet");
  if (isAddressEqual(agent.haftungsperson, address)) parties.push("haftungsperson");
  if (parentParties.some((parentParty) => isAddressEqual(parentParty, address))) parties.push("parent");
  return parties;
}

/** Throws before anything is signed if the address has no part in the record. */
export function getParties(input: { record: RecordWithParties; address: Address }): Party[] {
  const parties = findParties(input);
  if (parties.length > 0) return parties;
  const { record, address } = input;
  const { agentId, agentWallet, haftungsperson } = record.agent;
  if (isAddressEqual(agentWallet, address)) {
    throw new RegistryError({
      reason: "wallet-already-released",
      message: `The wallet ${address} was released from agent ${agentId} and has no part in it any more. It may register itself anew. Nothing was written.`,
    });
  }
  throw new RegistryError({
    reason: "not-authorized",
    message: `The key's address ${address} has no part in agent ${agentId}: its wallet is ${agentWallet}, its Haftungsperson ${haftungsperson}. Use the key of one of them, or of its parent. Nothing was written.`,
  });
}

/** Such as `its wallet and its Haftungsperson`. */
export function nameParties(parties: readonly Party[]): string {
  return joinWords(parties.map((party) => `its ${PARTY_NAMES[party]}`));
}

export type DeclinePlan = {
  /** `maybe`: the record does not show whether a regulator or the Haftungsperson's refusal suspended the agent. */
  releasesWallet: "yes" | "no" | "maybe";
  refuses: Exclude<Party, "wallet">[];
  statusAfter: AgentStatus;
  /** What declining does, a sentence for each party. */
  effects: string[];
};

/** What declining would do for an account which is these parties; throws if it would do nothing. */
export function planDecline({
  record,
  parties,
}: {
  record: RecordWithParties;
  parties: Party[];
}): DeclinePlan {
  const { agent, consents } = record;
  const { status } = agent;
  const refuses = parties.filter((party) => party !== "wallet");
  const isUnagreedWallet = parties.includes("wallet") && consents.wallet === "none";
  const releasesWallet = isUnagreedWallet ? RELEASES[status] : "no";
  const releases = releasesWallet === "yes";
  const suspends = status === "Active" && !releases && refuses.includes("haftungsperson");
  const statusAfter = suspends ? "Suspended" : releases ? "Terminated" : status;
  const isNews = refuses.some((party) => consents[party] !== "refused");
  if (releasesWallet === "no" && !isNews && statusAfter === status) {
    throw toNothingToDecline({ record, isUnagreedWallet, hasRefused: refuses.length > 0 });
  }
  const effects = [
    ...(parties.includes("wallet") ? [describeWallet({ record, releasesWallet })] : []),
    ...(refuses.includes("haftungsperson") ? [describeHaftungsperson({ status, statusAfter })] : []),
    ...(refuses.includes("parent") ? [PARENT_EFFECT] : []),
  ];
  return { releasesWallet, refuses, statusAfter, effects };
}

/** Out of what a regulator decided only a regulator releases, or a wallet could re-enter clean. */
const RELEASES = { Active: "yes", Terminated: "yes", Suspended: "maybe", Revoked: "no" } as const;

const PARENT_EFFECT = "Declining as its parent puts your refusal on record and changes nothing else.";

function describeWallet({
  record,
  releasesWallet,
}: Pick<DeclinePlan, "releasesWallet"> & { record: RecordWithParties }) {
  const { agentId, status } = record.agent;
  if (releasesWallet !== "no") {
    const end = status === "Terminated" ? "" : `, and terminates agent ${agentId} for good`;
    const unless =
      releasesWallet === "maybe" ? " If a regulator suspended the agent, the wallet stays bound." : "";
    return `Declining as its wallet releases the wallet, which may then register itself anew${end}.${unless}`;
  }
  return record.consents.wallet === "agreed"
    ? "As its wallet you have agreed, and that stays."
    : `Its wallet stays bound: agent ${agentId} is ${status}, and then only a regulator releases a wallet.`;
}

function describeHaftungsperson({ status, statusAfter }: { status: AgentStatus; statusAfter: AgentStatus }) {
  const effect =
    statusAfter === "Suspended" && status === "Active"
      ? "; the agent is suspended until a regulator acts"
      : "";
  return `Declining as its Haftungsperson puts your refusal to answer for it on record and ends an earlier agreement${effect}.`;
}

function toNothingToDecline(input: {
  record: RecordWithParties;
  isUnagreedWallet: boolean;
  hasRefused: boolean;
}): RegistryError {
  const { agentId, status } = input.record.agent;
  if (input.hasRefused) {
    return invalidInput(
      `You have declined agent ${agentId} already, and it is ${status}. Nothing was written.`,
    );
  }
  if (input.isUnagreedWallet) {
    return new RegistryError({
      reason: "agent-not-active",
      message: `Agent ${agentId} is ${status}: its wallet can no longer decline, and only a regulator can release it. Nothing was written.`,
    });
  }
  return new RegistryError({
    reason: "wallet-has-agreed",
    message: `This wallet has agreed to agent ${agentId} and can no longer decline it: \`${COMMAND} terminate ${agentId}\` ends it. Nothing was written.`,
  });
}
