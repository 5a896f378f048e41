import {
  type AgentListItem,
  type AgentRecord,
  type Compliance,
  isAttestationCurrent,
  type KyaResponse,
  secondsSinceAttestation,
  toTimestamp,
} from "@agent-registry/protocol";
import type { IndexedAgent, PastRecord, WalletEntry } from "../../index/records.ts";

/** The full record, as `/agent/:id` shows it. */
export function toAgentRecord(agent: IndexedAgent): AgentRecord {
  const { status, ...rest } = toPastAgent(agent);
  return { ...rest, lastRevenueReport: toTimestamp(agent.lastRevenueReport), status };
}

/** The record as far as a moment of the past shows it. */
export function toPastAgent(
  agent: Omit<PastRecord, "scopeHash" | "isWalletReleased" | "consents" | "refusals">,
): Omit<AgentRecord, "lastRevenueReport"> {
  return {
    agentId: agent.agentId,
    creator: agent.creator,
    haftungsperson: agent.haftungsperson,
    agentWallet: agent.agentWallet,
    constitutionHash: agent.constitutionHash,
    capabilityHash: agent.capabilityHash,
    operationalScope: agent.operationalScope,
    parentAgentId: agent.parentAgentId,
    generation: agent.generation,
    selfModifying: agent.selfModifying,
    registeredAt: toTimestamp(agent.registeredAt),
    lastAttestation: toTimestamp(agent.lastAttestation),
    status: agent.status,
  };
}

export function toAgentListItem(agent: IndexedAgent): AgentListItem {
  return {
    agentId: agent.agentId,
    creator: agent.creator,
    haftungsperson: agent.haftungsperson,
    agentWallet: agent.agentWallet,
    operationalScope: agent.operationalScope,
    generation: agent.generation,
    status: agent.status,
    registeredAt: toTimestamp(agent.registeredAt),
  };
}

/** As `include=lastAttestation` asks for it. */
export function toAttestedListItem(agent: IndexedAgent): AgentListItem {
  return { ...toAgentListItem(agent), lastAttestation: toTimestamp(agent.lastAttestation) };
}

export function toKyaAgent(agent: WalletEntry): NonNullable<KyaResponse["agent"]> {
  return {
    agentId: agent.agentId,
    creator: agent.creator,
    haftungsperson: agent.haftungsperson,
    agentWallet: agent.agentWallet,
    operationalScope: agent.operationalScope,
    status: agent.status,
    registeredAt: toTimestamp(agent.registeredAt),
    lastAttestation: toTimestamp(agent.lastAttestation),
  };
}

export function toRecentRegistration(agent: IndexedAgent) {
  return {
    agentId: agent.agentId,
    creator: agent.creator,
    haftungsperson: agent.haftungsperson,
    agentWallet: agent.agentWallet,
    registeredAt: toTimestamp(agent.registeredAt),
    status: agent.status,
  };
}

type Standing = Pick<IndexedAgent, "status" | "lastAttestation" | "childCount">;

/** How an agent stands at this second. */
export function toCompliance(agent: Standing, now: number): Compliance {
  return {
    isActive: agent.status === "Active",
    attestationCurrent: isAttestationCurrent(agent, now),
    secondsSinceAttestation: secondsSinceAttestation(agent, now),
    childCount: agent.childCount,
    status: agent.status,
  };
}
