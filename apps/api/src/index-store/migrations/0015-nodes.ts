import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/** What the leader last found about its RPC nodes, for the processes that only read. */
export const addNodes: MigrationStep = async (db, engine) => {
  const int = sql.raw(engine === "sqlite" ? "integer" : "bigint");
  await sql`alter table sync_status add column nodes_disagree ${int} not null default 0`.execute(db);
  await sql`alter table sync_status add column compared_at_ms ${int}`.execute(db);
  await sql`alter table sync_status add column hashes_as_told ${int} not null default 0`.execute(db);
};
