import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * The words of the scopes, as spaces divide them: a word that few agents have is found at once, where each of its trigrams
 * is in the scopes of many more. A scope has at most 1,000 bytes, and so any word fits into the index.
 */
export const addSearchWords: MigrationStep = async (db, engine) => {
  if (engine === "sqlite") return;
  await sql`create index agents_by_word on agents
    using gin (array_to_tsvector(array_remove(string_to_array(lower(operational_scope), ' '), '')))`.execute(
    db,
  );
  // Without knowing how frequent words are, PostgreSQL would expect every word in many scopes.
  await sql`analyze agents`.execute(db);
};
