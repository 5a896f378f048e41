import type { Engine } from "@agent-registry/service";

/**
 * Milliseconds since the epoch on the database's clock, as SQL. Whatever processes on several machines compare
 * with each other is measured on it, since the machines' own clocks may differ.
 */
export const DATABASE_NOW_MS: Record<Engine, string> = {
  // Not `now()`, which stands still within a transaction.
  postgres: "(extract(epoch from clock_timestamp()) * 1000)::bigint",
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
};
