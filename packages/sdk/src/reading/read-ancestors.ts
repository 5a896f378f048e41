import { type Ancestor, toAgentStatus } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askKyaReader } from "./ask-kya-reader.ts";

type Descendant = { agentId: number; parentAgentId: number; generation: number };
type Read = Ancestor & Descendant;

/**
 * Reads agents' ancestors from the contract, from the parent up to the root: as many as the agent's generation says.
 * Each ancestor is read once, however many agents descend from it.
 */
export function createAncestorReader(client: RegistryClient) {
  const known = new Map<number, Promise<Read>>();

  function readOnce(agentId: number): Promise<Read> {
    const reading = known.get(agentId) ?? readAncestor(client, agentId);
    known.set(agentId, reading);
    return reading;
  }

  return async function readAncestors(agent: Descendant): Promise<Ancestor[]> {
    const ancestors: Read[] = [];
    for (let child = agent; child.parentAgentId !== 0; ) {
      const parent = await readOnce(child.parentAgentId);
      // Each is one generation above its child, so that the walk has an end.
      if (parent.generation !== child.generation - 1) throw contradiction(agent.agentId);
      ancestors.push(parent);
      child = parent;
    }
    return ancestors;
  };
}

async function readAncestor(client: RegistryClient, agentId: number): Promise<Read> {
  const [, , agent, consents, refusals] = await askKyaReader(client, { agentId });
  return {
    agentId,
    status: toAgentStatus(agent.status),
    parentAgentId: Number(agent.parentAgentId),
    generation: Number(agent.generation),
    consents: { parent: consents[2] },
    refusals: { parent: refusals[1] },
  };
}

function contradiction(agentId: number): RegistryError {
  return new RegistryError({
    reason: "chain-unreachable",
    message: `The RPC node contradicts itself about the ancestors of agent ${agentId}: ask again, or ask another node.`,
  });
}
