import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";
import { createTables } from "./migrations/0001-tables.ts";
import { addPartyWords } from "./migrations/0003-party-words.ts";
import { addLeaderLease } from "./migrations/0004-leader-lease.ts";
import { addSearchIndexes } from "./migrations/0005-search.ts";
import { addReconciliation } from "./migrations/0006-reconciliation.ts";
import { addBlockTimes } from "./migrations/0007-block-times.ts";
import { addPastStandings } from "./migrations/0008-past-standings.ts";
import { addPeople } from "./migrations/0009-people.ts";
import { addFollowing } from "./migrations/0010-following.ts";
import { addRateWindows } from "./migrations/0011-rate-windows.ts";
import { addSearchTable } from "./migrations/0014-search-table.ts";
import { addNodes } from "./migrations/0015-nodes.ts";
import { addPartyChanges } from "./migrations/0016-party-changes.ts";

/**
 * A released migration never changes: a new shape of a table is a new migration, and the same change in
 * `schema.ts`. The index can always be rebuilt from the chain, so a migration may simply drop a table and
 * reset the checkpoint.
 */
export const migrations: Record<string, MigrationStep> = {
  "0001-tables": createTables,
  "0002-leader-term": async (db) => {
    await sql`alter table sync_state rename column epoch to leader_term`.execute(db);
  },
  "0003-party-words": addPartyWords,
  "0004-leader-lease": addLeaderLease,
  "0005-search": addSearchIndexes,
  "0006-reconciliation": addReconciliation,
  "0007-block-times": addBlockTimes,
  "0008-past-standings": addPastStandings,
  "0009-people": addPeople,
  "0010-following": addFollowing,
  "0011-rate-windows": addRateWindows,
  // What these two indexed on PostgreSQL, the next one does.
  "0012-search-slices": async () => {},
  "0013-search-words": async () => {},
  "0014-search-table": addSearchTable,
  "0015-nodes": addNodes,
  "0016-party-changes": addPartyChanges,
};
