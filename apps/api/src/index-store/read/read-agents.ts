import { AGENT_STATUSES } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import {
  type AgentSort,
  type AgentsFilter,
  type AgentsPage,
  isIdOrder,
  isQuickPage,
} from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

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

export function toOrder(filter: AgentsFilter) {
  const columns = {
    agentId: "agent_id",
    registeredAt: "registered_at",
    lastAttestation: "last_attestation",
  } as const satisfies Record<AgentSort, string>;
  return { column: isIdOrder(filter) ? "agent_id" : columns[filter.sort], direction: filter.order } as const;
}

async function countAgents(db: Kysely<IndexSchema>, { status }: AgentsFilter): Promise<number> {
  const rows = await db.selectFrom("agent_counts").selectAll().where("kind", "=", "status").execute();
  const counted =
    status === undefined ? rows : rows.filter((row) => row.name === String(AGENT_STATUSES.indexOf(status)));
  return counted.reduce((sum, row) => sum + row.agents, 0);
}
