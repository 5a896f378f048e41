import { registryReverts } from "@agent-registry/protocol";
import { type AgentRegistry, RegistryError } from "@agent-registry/sdk";
import type { Address } from "viem";
import { COMMAND } from "../own-package.ts";
import { type EntryReader, getEntry } from "./get-record.ts";

type Reader = EntryReader & Pick<AgentRegistry, "kya">;

/** For the `catch` of a registration: if another account entered the wallet, says who, and the way out. */
export async function throwExplained(input: {
  registry: Reader;
  wallet: Address;
  error: unknown;
}): Promise<never> {
  const { registry, wallet, error } = input;
  if (!(error instanceof RegistryError) || error.reason !== "wallet-taken") throw error;
  // The refusal stands in its general words if the register cannot be asked for more.
  const message = await explain({ registry, wallet }).catch(() => undefined);
  if (message === undefined) throw error;
  throw new RegistryError({
    reason: error.reason,
    message: `The register refused: ${registryReverts.walletTaken}. ${message} Nothing was written.`,
    cause: error,
  });
}

async function explain({ registry, wallet }: { registry: Reader; wallet: Address }) {
  const answer = await registry.kya({ wallet, source: "chain" });
  if (answer.verdict === "not-registered") {
    if (answer.retiredFrom === undefined) return undefined;
    return `Another wallet took the place of ${wallet} in the record of agent ${answer.retiredFrom}, and it is never registered again: use a new one.`;
  }
  const { agentId } = answer.agent;
  const { agent, consents } = await getEntry({ registry, agentId });
  if (consents.wallet === "agreed")
    return `The wallet ${wallet} is agent ${agentId}'s and has agreed to it, for ever: use a new one for a new agent.`;
  return `The wallet ${wallet} was entered as agent ${agentId} by ${agent.creator} at ${agent.registeredAt} and never agreed to it. With the wallet's key, \`${COMMAND} decline ${agentId}\` frees it; then register it again.`;
}
