import { RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import { COMMAND } from "../own-package.ts";
import { invalidInput } from "../terminal/errors.ts";
import type { RecordWithParties } from "./get-record.ts";

export const PROPOSABLE = ["haftungsperson", "wallet"] as const;
/** What an account can be proposed as. */
export type Proposable = (typeof PROPOSABLE)[number];

type Question = { record: RecordWithParties; address: Address };

const NAMES = { haftungsperson: "Haftungsperson", wallet: "wallet" } as const;
const REASONS = {
  haftungsperson: "only-proposed-haftungsperson",
  wallet: "only-proposed-wallet",
} as const;

function findProposal({ consents }: RecordWithParties, role: Proposable): Address | null {
  return role === "wallet" ? consents.pendingWallet : consents.proposedHaftungsperson;
}

/** What the address is proposed as. Throws before anything is signed if that is nothing, or if it is not clear. */
export function getProposed({ record, address, as }: Question & { as?: Proposable | undefined }): Proposable {
  const roles = PROPOSABLE.filter((role) => isProposed({ record, address }, role));
  const [role, other] = roles;
  if (as === undefined && role !== undefined && other !== undefined) {
    throw invalidInput(
      `You (${address}) are proposed as Haftungsperson and as wallet of agent ${record.agent.agentId}: give --as. Nothing was written.`,
    );
  }
  // If nothing is proposed to the address, the one that is proposed to another one is what was meant.
  const meant = as ?? role ?? PROPOSABLE.find((it) => findProposal(record, it) !== null) ?? "haftungsperson";
  requireProposed({ record, address, as: meant });
  return meant;
}

function isProposed({ record, address }: Question, role: Proposable): boolean {
  const proposed = findProposal(record, role);
  return proposed !== null && isAddressEqual(proposed, address);
}

/** Throws before anything is signed unless the address is the one that is to take over. */
export function requireProposed({ record, address, as }: Question & { as: Proposable }): void {
  if (isProposed({ record, address }, as)) return;
  const { agentId, haftungsperson, agentWallet } = record.agent;
  const refuse = (message: string) =>
    new RegistryError({ reason: REASONS[as], message: `${message} Nothing was written.` });
  if (isAddressEqual(as === "wallet" ? agentWallet : haftungsperson, address))
    throw refuse(`You (${address}) are the ${NAMES[as]} of agent ${agentId} already.`);
  const proposed = findProposal(record, as);
  if (proposed !== null) {
    throw refuse(
      `Not you (${address}), but ${proposed} is proposed as ${NAMES[as]} of agent ${agentId}: use that key.`,
    );
  }
  throw refuse(
    as === "wallet"
      ? `No wallet is proposed for agent ${agentId}: its Haftungsperson proposes you with \`${COMMAND} replace-wallet ${agentId} --by ${address}\`.`
      : `Nobody is proposed as Haftungsperson of agent ${agentId}: its wallet, creator or Haftungsperson proposes you with \`${COMMAND} handover ${agentId} --to ${address}\`.`,
  );
}
