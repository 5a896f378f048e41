import { RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import type { RecordWithParties } from "./get-record.ts";

/** Throws before anything is signed unless the address is the one that is to take over. */
export function requireProposed({ record, address }: { record: RecordWithParties; address: Address }): void {
  const { agent, consents } = record;
  const { agentId, haftungsperson } = agent;
  const { proposedHaftungsperson: proposed } = consents;
  if (proposed !== null && isAddressEqual(proposed, address)) return;
  const refuse = (message: string) =>
    new RegistryError({ reason: "only-proposed-haftungsperson", message: `${message} Nothing was written.` });
  if (isAddressEqual(haftungsperson, address))
    throw refuse(`You (${address}) are the Haftungsperson of agent ${agentId} already.`);
  if (proposed === null) {
    throw refuse(
      `Nobody is proposed as Haftungsperson of agent ${agentId}: its wallet, creator or Haftungsperson proposes you with \`agent-registry handover ${agentId} --to ${address}\`.`,
    );
  }
  throw refuse(
    `Not you (${address}), but ${proposed} is proposed as Haftungsperson of agent ${agentId}: use that key.`,
  );
}
