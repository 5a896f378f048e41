import type { Engine, MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * For readers that follow the register: the hash of each filing's block, and which filings are enforcement. An index
 * that was filled before lacks both, so it is emptied: the next sync step fills it from the chain.
 */
export const addFollowing: MigrationStep = async (db, engine) => {
  for (const statement of toStatements(engine)) await sql.raw(statement).execute(db);
};

function toStatements(engine: Engine): string[] {
  const isSqlite = engine === "sqlite";
  return [
    ...[
      "agents",
      "filings",
      "agent_counts",
      "attestation_counts",
      "revenue_totals",
      "revenue_periods",
      "agent_revenue",
      "person_revenue",
      "blocks",
    ].map((table) => (isSqlite ? `delete from ${table}` : `truncate ${table}`)),
    // SQLite adds no column without a default. On PostgreSQL a process of an earlier version that still runs
    // cannot add filings without the hash.
    isSqlite
      ? "alter table filings add column block_hash text not null default ''"
      : 'alter table filings add column block_hash text collate "C" not null',
    `alter table filings add column enforcement ${isSqlite ? "integer" : "bigint"}`,
    // Newest first: all, of one kind, by one actor, and of one kind by one actor.
    "create index enforcement_by_sequence on filings (sequence) where enforcement is not null",
    "create index enforcement_by_kind on filings (enforcement, sequence) where enforcement is not null",
    "create index enforcement_by_actor on filings (actor, sequence) where enforcement is not null",
    `create index enforcement_by_actor_and_kind on filings (actor, enforcement, sequence)
      where enforcement is not null`,
    // Whom a handover asks (kind 9), and from whom it took an agent over (kind 10): where the address stands in the data.
    `create index handovers_by_person on filings
      ((case kind when 9 then substr(data, 76, 42) else substr(data, 23, 42) end), sequence) where kind in (9, 10)`,
    "update sync_state set block_number = null, rewinds = rewinds + 1",
    "update sync_status set is_caught_up = 0, caught_up_at_ms = null",
  ];
}
