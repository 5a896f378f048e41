import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * What several processes have counted against rate limits together. Not logged, since after a crash the counts of the
 * last minute may be lost. With SQLite each process counts alone.
 */
export const addRateWindows: MigrationStep = async (db, engine) => {
  if (engine === "sqlite") return;
  // Rows are updated every second: with room beside them no index has to change.
  await sql`create unlogged table rate_windows (
    key text primary key, count bigint not null, ends_at_ms bigint not null) with (fillfactor = 50)`.execute(
    db,
  );
};
