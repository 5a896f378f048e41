import { toAgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Address, Hex } from "viem";
import type { IndexedAgent, WalletEntry } from "../records.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";
import { fromStoredText } from "../stored-values.ts";

export async function readAgent(db: Kysely<IndexSchema>, agentId: number): Promise<IndexedAgent | undefined> {
  const row = await db.selectFrom("agents").selectAll().where("agent_id", "=", agentId).executeTakeFirst();
  return row && toIndexedAgent(row);
}

/** What a KYA check reads. */
export const WALLET_COLUMNS = [
  "agent_id",
  "creator",
  "haftungsperson",
  "agent_wallet",
  "operational_scope",
  "registered_at",
  "last_attestation",
  "status",
] as const satisfies (keyof AgentRow)[];
export type WalletRow = Pick<AgentRow, (typeof WALLET_COLUMNS)[number]>;

export function toIndexedAgent(row: AgentRow): IndexedAgent {
  return {
    ...toWalletEntry(row),
    constitutionHash: row.constitution_hash as Hex,
    capabilityHash: row.capability_hash as Hex,
    parentAgentId: row.parent_agent_id,
    generation: row.generation,
    selfModifying: row.self_modifying === 1,
    lastRevenueReport: row.last_revenue_report,
    childCount: row.child_count,
  };
}

export function toWalletEntry(row: WalletRow): WalletEntry {
  return {
    agentId: row.agent_id,
    creator: row.creator as Address,
    haftungsperson: row.haftungsperson as Address,
    agentWallet: row.agent_wallet as Address,
    operationalScope: fromStoredText(row.operational_scope),
    registeredAt: row.registered_at,
    lastAttestation: row.last_attestation,
    status: toAgentStatus(row.status),
  };
}
