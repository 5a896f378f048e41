import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/** Until when the leader leads, and when it last published its status, both on the database's clock. */
export const addLeaderLease: MigrationStep = async (db, engine) => {
  const int = sql.raw(engine === "sqlite" ? "integer" : "bigint");
  await sql`alter table sync_state add column lease_until_ms ${int} not null default 0`.execute(db);
  await sql`alter table sync_status add column published_at_ms ${int}`.execute(db);
};
