import { toAgentStatus } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import type { WalletRow } from "./find-one-agent.ts";
import type { IndexedAgent, WalletEntry } from "./index-store.ts";
import type { AgentRow } from "./schema.ts";
import { fromStoredText } from "./stored-text.ts";

export function toIndexedAgent(row: AgentRow): IndexedAgent {
  return {
    agentId: row.agent_id,
    creator: row.creator as Address,
    haftungsperson: row.haftungsperson as Address,
    agentWallet: row.agent_wallet as Address,
    constitutionHash: row.constitution_hash as Hex,
    capabilityHash: row.capability_hash as Hex,
    operationalScope: fromStoredText(row.operational_scope),
    parentAgentId: row.parent_agent_id,
    generation: row.generation,
    selfModifying: row.self_modifying === 1,
    registeredAt: row.registered_at,
    lastAttestation: row.last_attestation,
    lastRevenueReport: row.last_revenue_report,
    status: toAgentStatus(row.status),
    childCount: row.child_count,
  };
}

export function toWalletEntry(row: WalletRow | undefined): WalletEntry | undefined {
  return (
    row && {
      agentId: row.agent_id,
      creator: row.creator as Address,
      haftungsperson: row.haftungsperson as Address,
      agentWallet: row.agent_wallet as Address,
      operationalScope: fromStoredText(row.operational_scope),
      registeredAt: row.registered_at,
      lastAttestation: row.last_attestation,
      status: toAgentStatus(row.status),
    }
  );
}
