import {
  type AgentRegistry,
  PartlyAttestedError,
  RegistryError,
  type WriteResult,
} from "@agent-registry/sdk";
import type { Address } from "viem";
import { PartlyDoneError } from "../terminal/errors.ts";
import { type Fleet, findFleet } from "./find-fleet.ts";

type AttestedFleet = Fleet & { transactions: WriteResult[] };

/** Attests every agent that the address answers for, in as few transactions as fit. */
export async function attestFleet(input: {
  registry: AgentRegistry;
  address: Address;
}): Promise<AttestedFleet> {
  const { registry, address } = input;
  const { agentIds, leftOut } = await findFleet(input);
  if (agentIds.length === 0) throw toNobodyError({ address, leftOut });
  try {
    const { transactions } = await registry.attestMany({ agentIds });
    return { agentIds, leftOut, transactions };
  } catch (cause) {
    if (!(cause instanceof PartlyAttestedError)) throw cause;
    const { message, attested, notAttested, unknown } = cause;
    throw new PartlyDoneError({ message, done: { attested, notAttested, unknown }, cause });
  }
}

function toNobodyError({ address, leftOut }: { address: Address } & Pick<Fleet, "leftOut">): RegistryError {
  const named = leftOut
    .map(({ agentId, reason }) => ` Agent ${agentId}: ${reason.replace(/\.$/, "")}.`)
    .join("");
  return new RegistryError({
    reason: "unknown-wallet",
    message: `There is no active agent that ${address} answers for.${named} Nothing was written.`,
  });
}
