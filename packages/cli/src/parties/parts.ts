import { type AgentStatus, RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import { COMMAND } from "../own-package.ts";
import { invalidInput } from "../terminal/errors.ts";
import type { RecordWithParties } from "./get-record.ts";

/** The parts that a record can give an address. */
export type Part = "wallet" | "haftungsperson" | "parent";

/** The parts that the address has in the record, as the contract decides it. */
function findParts({ record, address }: { record: RecordWithParties; address: Address }): Part[] {
  const { agent, consents, parentParties } = record;
  const parts: Part[] = [];
  if (isAddressEqual(agent.agentWallet, address) && consents.wallet !== "released") parts.push("wallet");
  if (isAddressEqual(agent.haftungsperson, address)) parts.push("haftungsperson");
  if (parentParties.some((party) => isAddressEqual(party, address))) parts.push("parent");
  return parts;
}

/** Throws before anything is signed if the address has no part in the record. */
export function getParts(input: { record: RecordWithParties; address: Address }): Part[] {
  const parts = findParts(input);
  if (parts.length > 0) return parts;
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

const NAMES: Record<Part, string> = {
  wallet: "its wallet",
  haftungsperson: "its Haftungsperson",
  parent: "its parent",
};

/** Such as `its wallet and its Haftungsperson`. */
export function nameParts(parts: readonly Part[]): string {
  const names = parts.map((part) => NAMES[part]);
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

export type DeclinePlan = {
  /** `maybe`: the record does not show whether a regulator or the Haftungsperson's refusal suspended the agent. */
  releasesWallet: "yes" | "no" | "maybe";
  refuses: Exclude<Part, "wallet">[];
  statusAfter: AgentStatus;
  /** What declining does, a sentence for each part. */
  effects: string[];
};

/** What declining would do for an account with these parts; throws if it would do nothing. */
export function planDecline({ record, parts }: { record: RecordWithParties; parts: Part[] }): DeclinePlan {
  const { agent, consents } = record;
  const { status } = agent;
  const refuses = parts.filter((part) => part !== "wallet");
  const isUnagreedWallet = parts.includes("wallet") && consents.wallet === "none";
  const releasesWallet = isUnagreedWallet ? RELEASES[status] : "no";
  const releases = releasesWallet === "yes";
  const suspends = status === "Active" && !releases && refuses.includes("haftungsperson");
  const statusAfter = suspends ? "Suspended" : releases ? "Terminated" : status;
  const isNews = refuses.some((part) => consents[part] !== "refused");
  if (releasesWallet === "no" && !isNews && statusAfter === status) {
    throw toNothingToDecline({ record, isUnagreedWallet, hasRefused: refuses.length > 0 });
  }
  const effects = [
    ...(parts.includes("wallet") ? [describeWallet({ record, releasesWallet })] : []),
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
