import type { MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * The index over the scopes also knows in which hundred thousand each agent is: a text that is neither rare nor frequent
 * is looked for in some of them, and not in lists as long as the register. Any owner of a database may add `btree_gin`
 * where the server has it. Where it has not, the index stays as it is.
 */
export const addSearchSlices: MigrationStep = async (db, engine) => {
  if (engine === "sqlite") return;
  await sql`do $$ begin create extension if not exists btree_gin; exception when others then null; end $$`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; schema: string }>`select extname as name, nspname as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname in ('btree_gin', 'pg_trgm') order by extname`.execute(db);
  const [, trigrams] = rows;
  if (trigrams === undefined) return;
  const operators = sql.id(trigrams.schema, "gin_trgm_ops");
  await sql`drop index if exists agents_by_scope`.execute(db);
  // The index looks at its columns in their order, and a trigram is rarer than a slice.
  await sql`create index agents_by_scope on agents
    using gin (lower(operational_scope) ${operators}, (agent_id / 100000))`.execute(db);
  // Without knowing how large a slice is, PostgreSQL would not look for it in the index.
  await sql`analyze agents`.execute(db);
};
