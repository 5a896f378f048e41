import type { Engine, MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/** The tables as first released. Later migrations lead on to `schema.ts`; this file never changes. */
export const createTables: MigrationStep = async (db, engine) => {
  for (const statement of toStatements(engine)) await sql.raw(statement).execute(db);
};

function toStatements(engine: Engine): string[] {
  const int = engine === "sqlite" ? "integer" : "bigint";
  // Both engines must sort text alike, byte by byte, whatever the server's locale.
  const text = engine === "sqlite" ? "text" : 'text collate "C"';
  // Without SQLite's hidden row number the rows lie in the order of their key, which is how they are read.
  const inKeyOrder = engine === "sqlite" ? " without rowid" : "";
  return [
    `create table agents (agent_id ${int} not null, creator ${text} not null,
      haftungsperson ${text} not null, agent_wallet ${text} not null, constitution_hash ${text} not null,
      capability_hash ${text} not null, operational_scope ${text} not null, parent_agent_id ${int} not null,
      child_position ${int} not null, generation ${int} not null, self_modifying ${int} not null,
      registered_at ${int} not null, last_attestation ${int} not null, last_revenue_report ${int} not null,
      status ${int} not null, consents ${int} not null, child_count ${int} not null,
      filing_count ${int} not null, report_count ${int} not null, primary key (agent_id))`,
    `create table filings (sequence ${int} not null, agent_id ${int} not null, position ${int} not null,
      report_position ${int}, block_number ${int} not null, log_index ${int} not null,
      transaction_hash ${text} not null, timestamp ${int} not null, actor ${text} not null,
      kind ${int} not null, data ${text} not null, primary key (sequence))`,
    `create table agent_counts (kind ${text} not null, name ${text} not null, agents ${int} not null,
      primary key (kind, name))${inKeyOrder}`,
    `create table attestation_counts (width ${int} not null, start ${int} not null, agents ${int} not null,
      primary key (width, start))${inKeyOrder}`,
    `create table revenue_totals (kind ${text} not null, name ${text} not null, amount ${text} not null,
      reports ${int} not null, primary key (kind, name))${inKeyOrder}`,
    `create table revenue_periods (period ${text} not null, start ${int} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null,
      primary key (period, start, currency))${inKeyOrder}`,
    `create table agent_revenue (agent_id ${int} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null, primary key (agent_id, currency))${inKeyOrder}`,
    `create table blocks (number ${int} not null, hash ${text} not null, last_sequence ${int} not null,
      last_agent_id ${int} not null, primary key (number))`,
    `create table sync_state (id ${int} not null, epoch ${int} not null, registry_address ${text},
      chain_id ${int}, genesis_hash ${text}, start_block ${int}, block_number ${int},
      rewinds ${int} not null, primary key (id))`,
    `create table sync_status (id ${int} not null, head_block ${int}, head_timestamp ${int},
      answered_at_ms ${int}, is_caught_up ${int} not null, caught_up_at_ms ${int}, problem ${text},
      primary key (id))`,
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
    "insert into sync_state (id, epoch, rewinds) values (1, 0, 0)",
    "insert into sync_status (id, is_caught_up) values (1, 0)",
  ];
}
