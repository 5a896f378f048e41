import { AGENT_STATUSES } from "@agent-registry/protocol";
import { type RawBuilder, sql } from "kysely";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { AgentRow } from "../../index/schema.ts";
import type { AgentsFilter, AgentsPage } from "./read-agents.ts";
import { toOrder } from "./read-agents.ts";
import { areMatchesRare, toSearchSources } from "./search-sources.ts";

/** A word may be in half of the register: more matches are neither counted nor paged through. */
const MAX_MATCHES = 500;

/** A page of the agents that match, and how many match, both from the first matches in the wanted order. */
export async function searchAgents(
  { db, engine }: Pick<IndexAtBlock, "db" | "engine">,
  filter: AgentsFilter & { search: string },
  maxMatches = MAX_MATCHES,
): Promise<AgentsPage> {
  const { column, direction } = toOrder(filter);
  const isByNumber = column === "agent_id";
  const sources = toSearchSources(filter.search, {
    engine,
    status: filter.status === undefined ? undefined : AGENT_STATUSES.indexOf(filter.status),
    isByNumber,
  });
  if (sources.length === 0) return { total: 0, agents: [] };
  // In the order of numbers alone, SQLite's full-text table gives the first matches without reading the others.
  const ordered = sql.raw(isByNumber ? `agent_id ${direction}` : `sorted ${direction}, agent_id asc`);
  const first = sql`order by ${ordered} limit ${maxMatches + 1}`;
  const inOrder = sql.raw(`${column} ${direction}`);
  const isRare = engine === "postgres" && (await areMatchesRare(db, sources, { isByNumber, inOrder }));
  // What has an offset PostgreSQL plans by itself, so that it finds all matches before it sorts them.
  const alone = sql.raw(isRare ? "offset 0" : "");
  const found = sources.map(({ number, from, where }) => {
    const sorted = isByNumber ? number : sql.ref(`agents.${column}`);
    const matches = sql`(select ${number} as agent_id, ${sorted} as sorted from ${from} where ${where} ${alone}) as matches`;
    return sql`select * from (select * from ${matches} ${first}) as found`;
  });
  const offset = Math.min(filter.offset, maxMatches);
  const limit = Math.min(filter.limit, maxMatches - offset);
  // The total stands beside every agent of the page, and alone if the page is empty.
  const { rows } = await sql<{ total: number } & (AgentRow | { agent_id: null })>`
    with matched as materialized (select * from (${unite(found)}) as found ${first}),
    counted as (select count(*) as total from matched),
    page as (select agent_id, sorted from matched order by ${ordered} limit ${limit} offset ${offset})
    select counted.total, agents.* from counted left join page on true
    left join agents on agents.agent_id = page.agent_id
    order by page.sorted ${sql.raw(direction)}, page.agent_id asc`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return {
    total: Math.min(total, maxMatches),
    agents: rows.flatMap((row) => (row.agent_id === null ? [] : [toIndexedAgent(row)])),
    ...(total > maxMatches ? { isTotalCapped: true } : {}),
  };
}

/** An agent may match in several ways. */
function unite(queries: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(queries, sql` union `);
}
