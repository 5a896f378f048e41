import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * How long a block is remembered is a time, not a number of blocks. Blocks from before count as old, so that of
 * these as many are kept as were until now.
 */
export const addBlockTimes: MigrationStep = async (db, engine) => {
  const int = sql.raw(engine === "sqlite" ? "integer" : "bigint");
  await sql`alter table blocks add column timestamp ${int} not null default 0`.execute(db);
};
