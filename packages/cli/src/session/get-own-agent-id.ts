import { type AgentRegistry, RegistryError } from "@agent-registry/sdk";
import type { Key } from "../settings/key-file.ts";

/** The agent that was named, or else the one that the key's wallet belongs to. */
export async function getOwnAgentId(input: {
  registry: AgentRegistry;
  key: Key;
  agentId: number | undefined;
}): Promise<number> {
  if (input.agentId !== undefined) return input.agentId;
  const wallet = input.key.account.address;
  const agentId = await input.registry.findAgentId({ wallet });
  if (agentId !== undefined) return agentId;
  throw new RegistryError({
    reason: "unknown-wallet",
    message: `No agent is registered for the wallet ${wallet} (key from ${input.key.origin}): register it first, or name the agent's id.`,
  });
}
