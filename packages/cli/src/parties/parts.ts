import { RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
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
