import { toRecordHash } from "@agent-registry/protocol";
import type { AgentConsents, AgentRecord, AgentRegistry } from "@agent-registry/sdk";
import type { Address, Hash } from "viem";

/** A record as a party sees it before it says anything about it. */
export type RecordWithParties = {
  agent: AgentRecord;
  consents: AgentConsents;
  /** Who may speak for the parent; nobody if the agent is a root. */
  parentParties: Address[];
  /** Worked out from the fields that are shown, so that agreeing to it is agreeing to them. */
  recordHash: Hash;
};

type Reader = Pick<AgentRegistry, "getAgent" | "getConsents">;

/** From the chain: what somebody agrees to or declines must not be minutes old. */
export async function getRecord(input: { registry: Reader; agentId: number }): Promise<RecordWithParties> {
  const { registry, agentId } = input;
  const [{ agent }, consents] = await Promise.all([
    registry.getAgent({ agentId, source: "chain" }),
    registry.getConsents({ agentId, source: "chain" }),
  ]);
  return {
    agent,
    consents,
    parentParties: await getParties({ registry, agentId: agent.parentAgentId }),
    recordHash: toHash(agent),
  };
}

async function getParties({ registry, agentId }: { registry: Reader; agentId: number }): Promise<Address[]> {
  if (agentId === 0) return [];
  const [{ agent }, consents] = await Promise.all([
    registry.getAgent({ agentId, source: "chain" }),
    registry.getConsents({ agentId, source: "chain" }),
  ]);
  const { agentWallet, creator, haftungsperson } = agent;
  // A wallet that was released has no place in its former record any more.
  return consents.wallet === "released" ? [creator, haftungsperson] : [agentWallet, creator, haftungsperson];
}

function toHash(agent: AgentRecord): Hash {
  const { agentId, parentAgentId, ...rest } = agent;
  return toRecordHash({ ...rest, agentId: BigInt(agentId), parentAgentId: BigInt(parentAgentId) });
}
