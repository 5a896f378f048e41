import type { MigrationStep } from "@agent-registry/service";
import { createTables } from "./migrations/0001-tables.ts";

/**
 * A released migration never changes: a new shape of a table is a new migration, and the same change in
 * `schema.ts`. The index can always be rebuilt from the chain, so a migration may simply drop a table and
 * reset the checkpoint.
 */
export const migrations: Record<string, MigrationStep> = {
  "0001-tables": createTables,
};
