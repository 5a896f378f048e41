import { type AgentRegistry, RegistryError, type Source } from "@agent-registry/sdk";
import { COMMAND } from "../own-package.ts";
import type { Key } from "../settings/key-file.ts";

/** The agent that was named, or else the one that the key's wallet belongs to. */
export async function getOwnAgentId(input: {
  registry: AgentRegistry;
  key: Key;
  agentId: number | undefined;
}): Promise<number> {
  const { registry, key, agentId } = input;
  if (agentId !== undefined) return agentId;
  return getAgentIdOf({
    registry,
    wallet: key.account.address,
    remedy: ` (key from ${key.origin}): register it first, or name the agent's id`,
  });
}

/** The agent that a wallet belongs to. */
export async function getAgentIdOf(input: {
  registry: Pick<AgentRegistry, "kya">;
  wallet: string;
  source?: Source | undefined;
  /** The end of the sentence that no agent is registered for it. */
  remedy?: string;
}): Promise<number> {
  const { registry, wallet, source, remedy = "" } = input;
  const { agent, ...answer } = await registry.kya({ wallet, source });
  if (agent !== null) return agent.agentId;
  const retiredFrom = "retiredFrom" in answer ? answer.retiredFrom : undefined;
  throw new RegistryError({
    reason: "unknown-wallet",
    message:
      retiredFrom === undefined
        ? `No agent is registered for the wallet ${wallet}${remedy}.`
        : `Another wallet took the place of ${wallet} in the record of agent ${retiredFrom}, which it has no part in any more: use the key of the present one, or look at it with \`${COMMAND} agent ${retiredFrom}\`.`,
  });
}
