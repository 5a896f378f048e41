import { toRecordHash } from "@agent-registry/protocol";
import type { AgentConsents, AgentRecord } from "@agent-registry/sdk";
import type { Address, Hash } from "viem";
import { type EntryReader, getExtract } from "./get-extract.ts";

/** A record as a party sees it before it says anything about it. */
export type RecordWithParties = {
  agent: AgentRecord;
  consents: AgentConsents;
  /** Who may speak for the parent; empty if the agent is a root. */
  parentParties: Address[];
  /** Worked out from the fields that are shown, so that agreeing to it is agreeing to them. */
  recordHash: Hash;
};

type Question = { registry: EntryReader; agentId: number };

/** From the chain: what a party agrees to or declines must not be minutes old. */
export async function getEntry({ registry, agentId }: Question) {
  const { agent, consents } = await getExtract({ registry, agentId, source: "chain" });
  return { agent, consents };
}

export async function getRecord({ registry, agentId }: Question): Promise<RecordWithParties> {
  const { agent, consents } = await getEntry({ registry, agentId });
  return {
    agent,
    consents,
    parentParties: await getParties({ registry, agentId: agent.parentAgentId }),
    recordHash: toHash(agent),
  };
}

async function getParties({ registry, agentId }: Question): Promise<Address[]> {
  if (agentId === 0) return [];
  const { agent, consents } = await getEntry({ registry, agentId });
  const { agentWallet, creator, haftungsperson } = agent;
  // A wallet that was released has no place in its former record any more.
  return consents.wallet === "released" ? [creator, haftungsperson] : [agentWallet, creator, haftungsperson];
}

function toHash(agent: AgentRecord): Hash {
  const { agentId, parentAgentId, ...rest } = agent;
  return toRecordHash({ ...rest, agentId: BigInt(agentId), parentAgentId: BigInt(parentAgentId) });
}
