import type { Engine, MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * What the parties of a record have said, who is proposed as Haftungsperson, and wallets that are free again. An
 * index that was filled before lacks all of this, so it is emptied: the next sync step fills it from the chain.
 */
export const addPartyWords: MigrationStep = async (db, engine) => {
  for (const statement of toStatements(engine)) await sql.raw(statement).execute(db);
};

function toStatements(engine: Engine): string[] {
  const int = engine === "sqlite" ? "integer" : "bigint";
  const text = engine === "sqlite" ? "text" : 'text collate "C"';
  return [
    // Made anew, and without defaults: a process of an earlier version that still runs cannot add agents without
    // the new columns.
    "drop table agents",
    `create table agents (agent_id ${int} not null, creator ${text} not null,
      haftungsperson ${text} not null, agent_wallet ${text} not null, constitution_hash ${text} not null,
      capability_hash ${text} not null, operational_scope ${text} not null, scope_hash ${text},
      parent_agent_id ${int} not null, child_position ${int} not null, generation ${int} not null,
      self_modifying ${int} not null, registered_at ${int} not null, last_attestation ${int} not null,
      last_revenue_report ${int} not null, status ${int} not null, consents ${int} not null,
      refusals ${int} not null, wallet_released ${int} not null, pending_haftungsperson ${text},
      wallet_word ${int} not null, haftungsperson_word ${int} not null, parent_word ${int} not null,
      child_count ${int} not null, filing_count ${int} not null, report_count ${int} not null,
      primary key (agent_id))`,
    // A wallet has one entry at most, and any number of records that it was released from.
    "create unique index agents_by_wallet on agents (lower(agent_wallet)) where wallet_released = 0",
    "create index released_agents_by_wallet on agents (lower(agent_wallet), agent_id) where wallet_released = 1",
    // The order of a lineage: first the children that the parent has agreed to, its bit of the consents being 4.
    "create index agents_by_parent on agents (parent_agent_id, (consents & 4) desc, child_position)",
    "create index agents_by_registration on agents (registered_at)",
    "create index agents_by_attestation on agents (last_attestation, agent_id)",
    "create index agents_by_status on agents (status, agent_id)",
    ...[
      "filings",
      "agent_counts",
      "attestation_counts",
      "revenue_totals",
      "revenue_periods",
      "agent_revenue",
      "blocks",
    ].map((table) => (engine === "sqlite" ? `delete from ${table}` : `truncate ${table}`)),
    // Without a checkpoint the index starts over; answers that were cached before are void.
    "update sync_state set block_number = null, rewinds = rewinds + 1",
    "update sync_status set is_caught_up = 0, caught_up_at_ms = null",
  ];
}
