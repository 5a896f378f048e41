import type { Kysely } from "kysely";
import { COUNTER_TABLES, type IndexSchema, type Row, TABLES } from "../schema.ts";
import type { Change } from "./change.ts";
import type { CounterTable } from "./counters.ts";
import type { LeaderSession, RowKey } from "./leader-session.ts";

/** The rows of a table after a change, and the keys of those that it no longer has. */
export type SettledCounter = { table: CounterTable; rows: Row<CounterTable>[]; empty: RowKey[] };

/** How a change leaves the stored counts; nothing is written yet. */
export async function settleCounters(options: {
  load: LeaderSession["load"];
  db: Kysely<IndexSchema>;
  change: Change;
}): Promise<SettledCounter[]> {
  const { load, db, change } = options;
  // One by one, since handovers are few.
  for (const agentId of change.counters.handedOver()) {
    const stored = db.selectFrom("agent_revenue").selectAll().where("agent_id", "=", agentId);
    change.counters.countStoredOfHandovers(await stored.execute());
  }
  const settled: SettledCounter[] = [];
  for (const table of COUNTER_TABLES) {
    const columns = Object.keys(TABLES[table].columns) as (keyof Row<typeof table>)[];
    const stored = (await load(table, change.counters.keysOf(table), columns)) as Row<typeof table>[];
    settled.push({ table, ...change.counters.settle(table, stored, TABLES[table].key) });
  }
  return settled;
}
