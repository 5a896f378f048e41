import { type AgentRecord, type registryAbi, toAgentStatus, toTimestamp } from "@agent-registry/protocol";
import type { ContractFunctionReturnType } from "viem";

type AgentTuple = ContractFunctionReturnType<typeof registryAbi, "view", "getAgent">;

/** The contract's record in the form that the query API gives it. */
export function toAgentRecord(tuple: AgentTuple): AgentRecord {
  return {
    agentId: Number(tuple.agentId),
    creator: tuple.creator,
    haftungsperson: tuple.haftungsperson,
    agentWallet: tuple.agentWallet,
    constitutionHash: tuple.constitutionHash,
    capabilityHash: tuple.capabilityHash,
    operationalScope: tuple.operationalScope,
    parentAgentId: Number(tuple.parentAgentId),
    generation: Number(tuple.generation),
    selfModifying: tuple.selfModifying,
    registeredAt: toTimestamp(Number(tuple.registeredAt)),
    lastAttestation: toTimestamp(Number(tuple.lastAttestation)),
    lastRevenueReport: toTimestamp(Number(tuple.lastRevenueReport)),
    status: toAgentStatus(tuple.status),
  };
}
