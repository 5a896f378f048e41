import type { MigrationStep } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";

/** Indexes for searches: trigrams of the scopes, and addresses by how they begin. The tables stay as they are. */
export const addSearchIndexes: MigrationStep = async (db, engine) => {
  await sql`create index agents_by_creator on agents (lower(creator), agent_id)`.execute(db);
  await sql`create index agents_by_haftungsperson on agents (lower(haftungsperson), agent_id)`.execute(db);
  await (engine === "sqlite" ? addFullTextTable(db) : addTrigramIndex(db));
};

/**
 * It holds no text, only where each trigram occurs. A scope never changes, and an entry of an agent that a
 * reorganisation removed does no harm: a search joins the agents, and the next agent of that number replaces it.
 * So the writer only adds to it, and emptying the agents stays one quick step.
 */
async function addFullTextTable(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create virtual table agent_search using fts5(scope, content='', contentless_delete=1,
      tokenize='trigram case_sensitive 1')`,
    `insert into agent_search (rowid, scope) select agent_id, lower(operational_scope) from agents`,
  ])
    await sql.raw(statement).execute(db);
}

/**
 * Any owner of a database may add `pg_trgm` where the server has it. Where it has not, searches work all the same,
 * by looking at every agent within their time limit.
 */
async function addTrigramIndex(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`select nspname as name from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(db);
  const [schema] = rows;
  if (schema === undefined) return;
  const operators = sql.id(schema.name, "gin_trgm_ops");
  await sql`create index agents_by_scope on agents using gin (lower(operational_scope) ${operators})`.execute(
    db,
  );
}
