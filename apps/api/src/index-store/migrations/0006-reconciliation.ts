import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/** Where the comparison with the contract stands, and the agents that failed it. What is indexed stays. */
export const addReconciliation: MigrationStep = async (db, engine) => {
  const int = engine === "sqlite" ? "integer" : "bigint";
  const text = engine === "sqlite" ? "text" : 'text collate "C"';
  const statements = [
    `create table reconciliation (id ${int} not null, next_agent_id ${int} not null,
      round_started_at_ms ${int}, round_finished_at_ms ${int}, verified ${text} not null, primary key (id))`,
    "insert into reconciliation (id, next_agent_id, verified) values (1, 1, '[]')",
    `create table doubtful_agents (agent_id ${int} not null, register ${text} not null,
      index_wallet ${text}, contract_wallet ${text}, difference ${text} not null,
      block_number ${int} not null, primary key (agent_id))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
