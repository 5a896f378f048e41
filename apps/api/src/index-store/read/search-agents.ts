import { AGENT_STATUSES } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AgentsFilter, AgentsPage } from "../index-reader.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";
import { toOrder } from "./read-agents.ts";
import { parseSearch, type Search, toCondition, toPattern } from "./search-term.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

type SearchOptions = { db: Kysely<IndexSchema>; engine: Engine; maxMatches: number };

/**
 * Finds the matches by index, all of them if they are few enough to be counted and put in order. A term that
 * matches more is so frequent that a walk over the register in the wanted order soon has a page full of matches.
 */
export async function searchAgents(
  { db, engine, maxMatches }: SearchOptions,
  filter: AgentsFilter & { search: string },
): Promise<AgentsPage> {
  const search = parseSearch(filter.search);
  const { column, direction } = toOrder(filter);
  const order = sql`${sql.ref(column)} ${sql.raw(direction)}, agent_id asc`;
  const page = { limit: filter.limit, offset: Math.min(filter.offset, maxMatches) };

  const status = filter.status === undefined ? undefined : AGENT_STATUSES.indexOf(filter.status);
  const ofStatus = status === undefined ? sql`true` : sql`agents.status = ${status}`;
  const matched = unite(
    toSources(search, engine).map(
      ({ from, where }) =>
        sql`select agents.agent_id, ${sql.ref(`agents.${column}`)} as sorted from ${from}
          where ${where} and ${ofStatus} limit ${maxMatches + 1}`,
    ),
  );
  const sorted = sql`sorted ${sql.raw(direction)}, agent_id asc`;
  // The total stands beside every agent of the page, and alone if the page is empty.
  const { rows } = await sql<{ total: number } & (AgentRow | { agent_id: null })>`
    with matched as materialized (${matched}),
    counted as (select count(*) as total from matched),
    page as (select agent_id, sorted from matched order by ${sorted} limit ${page.limit} offset ${page.offset})
    select counted.total, agents.* from counted left join page on true
    left join agents on agents.agent_id = page.agent_id
    order by page.sorted ${sql.raw(direction)}, page.agent_id asc`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (total <= maxMatches)
    return { total, agents: rows.flatMap((row) => (row.agent_id === null ? [] : [toIndexedAgent(row)])) };

  const walked = await sql<AgentRow>`select * from agents where ${toCondition(search)} and ${ofStatus}
    order by ${order} limit ${Math.min(page.limit, maxMatches - page.offset)} offset ${page.offset}`.execute(
    db,
  );
  return { total: maxMatches, agents: walked.rows.map(toIndexedAgent), isTotalCapped: true };
}

type Source = { from: RawBuilder<unknown>; where: RawBuilder<unknown> };

/** Where matches are found, each by an index of its own if there is one that serves the term. */
function toSources(search: Search, engine: Engine): Source[] {
  const agents = sql`agents`;
  if (!search.isIndexed) return [{ from: agents, where: toCondition(search) }];
  const sources: Source[] = [engine === "postgres" ? toTrigramSource(search) : toFullTextSource(search)];
  if (search.agentId !== undefined)
    sources.push({ from: agents, where: sql`agents.agent_id = ${search.agentId}` });
  if (search.addressStart !== undefined) {
    const isWithin = (column: string) =>
      sql`lower(${sql.ref(column)}) >= ${search.addressStart} and lower(${sql.ref(column)}) < ${`${search.addressStart}g`}`;
    for (const column of ["creator", "haftungsperson"])
      sources.push({ from: agents, where: isWithin(column) });
    // The conditions are those of the two indexes by wallet, each of which knows half of the records.
    for (const isReleased of [0, 1])
      sources.push({
        from: agents,
        where: sql`wallet_released = ${sql.lit(isReleased)} and ${isWithin("agent_wallet")}`,
      });
  }
  return sources;
}

/** An agent may match in several ways. */
function unite(queries: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    queries.map((query) => sql`select * from (${query}) as found`),
    sql` union `,
  );
}

/** The index finds the words; the text as a whole is looked for in what it finds, out of the index's sight. */
function toTrigramSource({ text, words }: Search): Source {
  const holdsWords = words.map((word) => sql`lower(operational_scope) like ${toPattern(word)} escape '\\'`);
  return {
    from: sql`agents`,
    where: sql`${sql.join(holdsWords, sql` and `)} and strpos(lower(operational_scope), ${text}) > 0`,
  };
}

/** A phrase of FTS5 matches its text exactly, quotation marks doubled. */
function toFullTextSource({ text, words }: Search): Source {
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
  return {
    from: sql`agent_search join agents on agents.agent_id = agent_search.rowid`,
    where: sql`agent_search match ${phrases} and instr(lower(operational_scope), ${text}) > 0`,
  };
}
