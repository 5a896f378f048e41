import { AGENT_STATUSES } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AgentsFilter, AgentsPage } from "../index-reader.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";
import { planSearch, type SearchSizes } from "./plan-search.ts";
import { toOrder } from "./read-agents.ts";
import type { ScopeSample } from "./scope-sample.ts";
import { toSources } from "./search-sources.ts";
import { parseSearch, toCondition } from "./search-term.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

type SearchOptions = { db: Kysely<IndexSchema>; engine: Engine; sample: ScopeSample; sizes: SearchSizes };

/**
 * Finds the matches by index and puts them in order, or walks over the register in the wanted order until the page is
 * full: whichever reads fewer agents.
 */
export async function searchAgents(
  { db, engine, sizes, ...options }: SearchOptions,
  filter: AgentsFilter & { search: string },
): Promise<AgentsPage> {
  const { maxMatches } = sizes;
  const search = parseSearch(filter.search);
  const { column, direction } = toOrder(filter);
  const status = filter.status === undefined ? undefined : AGENT_STATUSES.indexOf(filter.status);
  const ofStatus = status === undefined ? sql`true` : sql`agents.status = ${status}`;
  const offset = Math.min(filter.offset, maxMatches);
  const limit = Math.min(filter.limit, maxMatches - offset);
  const orderBy = (first: string) => sql`${sql.ref(first)} ${sql.raw(direction)}, agent_id asc`;
  const sample = await options.sample.get();
  const plan = planSearch({ sample, search, status, wanted: offset + limit, sizes });
  const isSqlite = engine === "sqlite";
  const matches = toCondition(search, engine);
  const sources =
    plan.isByStatus && isSqlite
      ? [{ from: sql`agents`, where: sql`${ofStatus} and ${matches}` }]
      : toSources({ search, engine, sample, status });

  /** The page from all matches, or from those within a part of the register, if these are fewer than so many. */
  async function collect(atMost: number, within = sql`true`): Promise<{ total: number; rows: AgentRow[] }> {
    const matched = sources.map(
      ({ from, where }) =>
        sql`select agents.agent_id, ${sql.ref(`agents.${column}`)} as sorted from ${from}
          where ${where} and ${within} limit ${atMost}`,
    );
    // The total stands beside every agent of the page, and alone if the page is empty.
    const { rows } = await sql<{ total: number } & (AgentRow | { agent_id: null })>`
      with matched as materialized (${unite(matched)}),
      counted as (select count(*) as total from matched),
      page as (select agent_id, sorted from matched order by ${orderBy("sorted")} limit ${limit} offset ${offset})
      select counted.total, agents.* from counted left join page on true
      left join agents on agents.agent_id = page.agent_id
      order by page.sorted ${sql.raw(direction)}, page.agent_id asc`.execute(db);
    return { total: rows[0]?.total ?? 0, rows: rows.flatMap((row) => (row.agent_id === null ? [] : [row])) };
  }

  /** The first agents in an order that an index has. */
  const first = (atMost: number, order: RawBuilder<unknown>) =>
    sql`(select * from agents where ${ofStatus} order by ${order} limit ${atMost}) as agents`;

  /** The page from the matches among so many agents that come first. */
  async function walk(atMost: number): Promise<AgentRow[]> {
    const { rows } = await sql<AgentRow>`select * from ${first(atMost, orderBy(column))}
      where ${matches} order by ${orderBy(column)} limit ${limit} offset ${offset}`.execute(db);
    return rows;
  }

  /** PostgreSQL reads all of a trigram's list, however few matches are wanted: a frequent one is met sooner in a walk. */
  async function isFrequent(): Promise<boolean> {
    if (isSqlite || plan.counted === 0) return false;
    const { rows } = await sql<{ total: number }>`select count(*) as total from
      (select 1 from ${first(plan.counted, sql`agent_id`)} where ${matches} limit ${maxMatches + 1}) as found`.execute(
      db,
    );
    return Number(rows[0]?.total) > maxMatches;
  }

  /** Matches in the slices that come first in the order of numbers, if there are more than are counted. */
  async function collectFromSlices(): Promise<AgentRow[] | undefined> {
    // Other terms are found by several indexes, some of which know nothing of slices.
    if (isSqlite || plan.slices === 0 || sources.length > 1 || !search.isIndexed) return undefined;
    const slice = sql`agents.agent_id / ${sql.lit(sizes.sliceAgents)}`;
    const last = Math.floor(sample.agents / sizes.sliceAgents);
    // The sample may have been wrong about the term. What half of the register does not hold is collected from all of it.
    for (let slices = plan.slices; slices <= last / 2; slices *= 2) {
      // One by one, since the index is slow with ranges. By now there may be one slice more than at the sample's time.
      const chosen = direction === "asc" ? range(0, slices) : range(last - slices, last + 2);
      const within = sql`${slice} in (${sql.join(chosen.map((number) => sql.lit(number)))})`;
      const { total, rows } = await collect(Number.MAX_SAFE_INTEGER, within);
      if (total > maxMatches) return rows;
    }
    return undefined;
  }

  const toPage = (total: number, rows: AgentRow[]): AgentsPage => ({
    total: Math.min(total, maxMatches),
    agents: rows.map(toIndexedAgent),
    ...(total > maxMatches ? { isTotalCapped: true } : {}),
  });
  const atMost = Math.max(maxMatches + 1, plan.collected);
  const fromSlices = await collectFromSlices();
  if (fromSlices !== undefined && column === "agent_id") return toPage(atMost, fromSlices);
  const isCounted = fromSlices !== undefined || (await isFrequent());
  const found = isCounted ? undefined : await collect(atMost);
  if (found !== undefined && found.total < atMost) return toPage(found.total, found.rows);
  const walked = await walk(plan.walked);
  if (walked.length === limit) return toPage(atMost, walked);
  // The matches lie far back in this order, so all of them are put in order after all.
  const all = await collect(Number.MAX_SAFE_INTEGER);
  return toPage(all.total, all.rows);
}

/** An agent may match in several ways. */
function unite(queries: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    queries.map((query) => sql`select * from (${query}) as found`),
    sql` union `,
  );
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}
