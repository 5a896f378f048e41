import type { Engine, MigrationStep } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import { TABLES, type TableName } from "./schema.ts";

/**
 * The index can always be rebuilt from the chain, so a step that changes a table may simply drop it
 * and reset the checkpoint. Steps are never changed once released; a new shape is a new step.
 */
export const migrations: Record<string, MigrationStep> = {
  "0001-tables": async (db, engine) => {
    for (const table of Object.keys(TABLES) as TableName[]) await createTable({ db, engine, table });
    for (const statement of INDEXES) await sql.raw(statement).execute(db);
    await sql`insert into sync_state (id, epoch, rewinds) values (1, 0, 0)`.execute(db);
    await sql`insert into sync_status (id, is_caught_up) values (1, 0)`.execute(db);
  },
};

const INDEXES = [
  // Looked up in lower case: working out the checksum of what was asked takes longer than the look-up.
  "create unique index agents_by_wallet on agents (lower(agent_wallet))",
  "create index agents_by_parent on agents (parent_agent_id, child_position)",
  "create index agents_by_registration on agents (registered_at)",
  "create index agents_by_attestation on agents (last_attestation, agent_id)",
  "create index agents_by_status on agents (status, agent_id)",
  "create unique index filings_of_agent on filings (agent_id, position)",
  "create unique index reports_of_agent on filings (agent_id, report_position) where report_position is not null",
  "create index agent_revenue_by_amount on agent_revenue (currency, amount desc, agent_id)",
  "create index revenue_totals_by_reports on revenue_totals (kind, reports desc, name)",
];

async function createTable(options: {
  db: Kysely<unknown>;
  engine: Engine;
  table: TableName;
}): Promise<void> {
  const { db, engine, table } = options;
  const { key, columns } = TABLES[table];
  const definitions = Object.entries<string>(columns).map(([name, type]) => {
    const isOptional = type.endsWith("?");
    return `${name} ${toSqlType({ type, engine })}${isOptional ? "" : " not null"}`;
  });
  // Without the hidden row number the rows lie in the order of their key, which is how they are read.
  const storage = engine === "sqlite" && key.length > 1 ? " without rowid" : "";
  const body = `${definitions.join(", ")}, primary key (${key.join(", ")})`;
  await sql.raw(`create table ${table} (${body})${storage}`).execute(db);
}

/** Both engines must sort text alike, byte by byte, whatever the server's locale. */
function toSqlType({ type, engine }: { type: string; engine: Engine }): string {
  if (type.startsWith("int")) return engine === "sqlite" ? "integer" : "bigint";
  return engine === "sqlite" ? "text" : 'text collate "C"';
}
