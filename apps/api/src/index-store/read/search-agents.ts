import { AGENT_STATUSES } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AgentsFilter, AgentsPage } from "../index-reader.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";
import { planSearch, type SearchSizes } from "./plan-search.ts";
import { toOrder } from "./read-agents.ts";
import type { ScopeSample } from "./scope-sample.ts";
import { searchSlices } from "./search-slices.ts";
import { type Source, toSources } from "./search-sources.ts";
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
  const plan = planSearch({ engine, sample, search, status, wanted: offset + limit, sizes });
  const isSqlite = engine === "sqlite";
  const isByNumber = column === "agent_id";
  const matches = toCondition(search, engine);
  const sources: Source[] =
    plan.isByStatus && isSqlite
      ? [{ from: sql`agents`, number: sql`agents.agent_id`, where: sql`${ofStatus} and ${matches}` }]
      : toSources({ search, engine, sample, status, isByNumber });
  // SQLite's indexes, and the table itself, give matches in the order of numbers as they find them.
  const isInOrder = isSqlite && isByNumber && sources.length === 1;

  /** The page from all matches, if these are fewer than so many. In order, it is the page in any case. */
  async function collect(atMost: number): Promise<{ total: number; rows: AgentRow[] }> {
    const matched = sources.map(({ from, where, number }) => {
      const inOrder = isInOrder ? sql`order by ${number} ${sql.raw(direction)}` : sql``;
      const sorted = isByNumber ? number : sql.ref(`agents.${column}`);
      return sql`select ${number} as agent_id, ${sorted} as sorted from ${from}
        where ${where} ${inOrder} limit ${atMost}`;
    });
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

  /** Matches in the order of numbers, all or the first of them that are more than are counted. */
  async function findInSlices(): Promise<number[] | undefined> {
    const [source] = sources;
    if (!plan.isSliced || source === undefined) return undefined;
    return await searchSlices({ db, source, direction, sizes });
  }

  async function readPage(agentIds: number[]): Promise<AgentRow[]> {
    const wanted = agentIds.slice(offset, offset + limit);
    if (wanted.length === 0) return [];
    return await db
      .selectFrom("agents")
      .selectAll()
      .where("agent_id", "in", wanted)
      .orderBy("agent_id", direction)
      .execute();
  }

  const toPage = (total: number, rows: AgentRow[]): AgentsPage => ({
    total: Math.min(total, maxMatches),
    agents: rows.map(toIndexedAgent),
    ...(total > maxMatches ? { isTotalCapped: true } : {}),
  });
  const atMost = isInOrder ? maxMatches + 1 : Math.max(maxMatches + 1, plan.collected);
  const inSlices = await findInSlices();
  if (inSlices !== undefined && isByNumber) return toPage(inSlices.length, await readPage(inSlices));
  const isCounted = (inSlices?.length ?? 0) > maxMatches || (await isFrequent());
  const found = isCounted ? undefined : await collect(atMost);
  if (found !== undefined && (isInOrder || found.total < atMost)) return toPage(found.total, found.rows);
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
