import type { MigrationStep } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";

/**
 * The scopes in lower case, in a table of their own with an index over them. It takes a fifth of the room that the agents
 * take, so it stays in memory where these do not fit; and an attestation, which changes the agents, leaves it alone.
 */
export const addSearchTable: MigrationStep = async (db, engine) => {
  if (engine === "sqlite") return;
  await sql`create table agent_search (agent_id bigint primary key, scope text not null)`.execute(db);
  await sql`insert into agent_search select agent_id, lower(operational_scope) from agents order by agent_id`.execute(
    db,
  );
  await followAgents(db);
  await addIndex(db);
  // The second is from a database that had such an index for a while.
  await sql`drop index if exists agents_by_scope, agents_by_word`.execute(db);
  // Without knowing how frequent words are and how large a slice is, PostgreSQL would not look for them in the index.
  await sql`analyze agent_search`.execute(db);
};

/**
 * The database itself adds and removes scopes, as it would keep an index: a leader of an earlier version, which does not
 * know the table, may go on writing until it is replaced. A scope never changes.
 */
async function followAgents(db: Kysely<unknown>): Promise<void> {
  await sql`create function follow_agents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into agent_search select agent_id, lower(operational_scope) from changed
          on conflict (agent_id) do update set scope = excluded.scope;
      elsif tg_op = 'DELETE' then
        delete from agent_search using changed where agent_search.agent_id = changed.agent_id;
      else
        truncate agent_search;
      end if;
      return null;
    end $$`.execute(db);
  for (const [name, event] of [
    ["follow_added_agents", "insert on agents referencing new table as changed"],
    ["follow_removed_agents", "delete on agents referencing old table as changed"],
    ["follow_emptied_agents", "truncate on agents"],
  ] as const)
    await sql`create trigger ${sql.raw(name)} after ${sql.raw(event)}
      for each statement execute function follow_agents()`.execute(db);
}

/**
 * The index knows trigrams, and besides:
 * - whole words, as spaces divide them: a word that few agents have is found at once, where each of its trigrams is in the
 *   scopes of many more. A scope has at most 1,000 bytes, and so any word fits into the index;
 * - the slice of a hundred thousand in which each agent is: a text that is neither rare nor frequent is looked for in some
 *   slices, and not in lists as long as the register.
 *
 * It looks at its columns in their order, and a trigram is rarer than a slice. Any owner of a database may add `btree_gin`, as
 * `pg_trgm` before, where the server has it. Where one of them is missing, so is its column.
 */
async function addIndex(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin create extension if not exists btree_gin; exception when others then null; end $$`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; schema: string }>`select extname as name, nspname as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname in ('btree_gin', 'pg_trgm')`.execute(db);
  const schemas = new Map(rows.map(({ name, schema }) => [name, schema]));
  const trigrams = schemas.get("pg_trgm");
  const columns = [
    sql`array_to_tsvector(array_remove(string_to_array(scope, ' '), ''))`,
    ...(trigrams === undefined ? [] : [sql`scope ${sql.id(trigrams, "gin_trgm_ops")}`]),
    ...(schemas.has("btree_gin") ? [sql`(agent_id / 100000)`] : []),
  ];
  await sql`create index agent_search_by_scope on agent_search using gin (${sql.join(columns)})`.execute(db);
}
