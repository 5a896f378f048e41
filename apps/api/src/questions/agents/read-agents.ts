import { AGENT_STATUSES, type AgentsQuery } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";

export type AgentsFilter = Omit<AgentsQuery, "page" | "include"> & { offset: number };

export type AgentsPage = {
  total: number;
  agents: IndexedAgent[];
  /** A search matches more agents than `total`, which are all that can be paged through. */
  isTotalCapped?: true;
};

/** Registration times never fall as ids rise, so ascending they are the same order. */
function isIdOrder({ sort, order }: Pick<AgentsFilter, "sort" | "order">): boolean {
  return sort === "agentId" || (sort === "registeredAt" && order === "asc");
}

/** Whether the page is a range of ids. Every other one may have to walk over the register. */
export function isQuickPage(filter: Pick<AgentsFilter, "status" | "search" | "sort" | "order">): boolean {
  return filter.search === undefined && filter.status === undefined && isIdOrder(filter);
}

/** Pages of agents. Ids count up from 1 without gaps, so a page in their order is a range of ids. */
export async function readAgentsPage(db: Kysely<IndexSchema>, filter: AgentsFilter): Promise<AgentsPage> {
  const total = await countAgents(db, filter);
  let query = db.selectFrom("agents").selectAll().limit(filter.limit);
  if (isQuickPage(filter)) {
    query =
      filter.order === "asc"
        ? query.where("agent_id", ">", filter.offset)
        : query.where("agent_id", "<=", total - filter.offset);
  } else {
    query = query.offset(filter.offset);
    if (filter.status !== undefined)
      query = query.where("status", "=", AGENT_STATUSES.indexOf(filter.status));
  }
  const { column, direction } = toOrder(filter);
  query = query.orderBy(column, direction);
  if (column !== "agent_id") query = query.orderBy("agent_id", "asc");
  return { total, agents: (await query.execute()).map(toIndexedAgent) };
}

export function toOrder(filter: Pick<AgentsFilter, "sort" | "order">) {
  const columns = {
    agentId: "agent_id",
    registeredAt: "registered_at",
    lastAttestation: "last_attestation",
  } as const satisfies Record<AgentsQuery["sort"], string>;
  return { column: isIdOrder(filter) ? "agent_id" : columns[filter.sort], direction: filter.order } as const;
}

async function countAgents(db: Kysely<IndexSchema>, { status }: AgentsFilter): Promise<number> {
  const rows = await db.selectFrom("agent_counts").selectAll().where("kind", "=", "status").execute();
  const counted =
    status === undefined ? rows : rows.filter((row) => row.name === String(AGENT_STATUSES.indexOf(status)));
  return counted.reduce((sum, row) => sum + row.agents, 0);
}
