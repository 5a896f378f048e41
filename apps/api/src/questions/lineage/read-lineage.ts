import { setImmediate } from "node:timers/promises";
import { toAgentStatus } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import type { IndexedAgent } from "../../index/records.ts";
import type { AgentRow, IndexSchema } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";

/**
 * A node of the flat answer to a lineage query. Children that the parent has agreed to come first, each group in
 * the contract's order: strangers cannot push them out of those that are shown.
 */
export type LineageRow = Pick<
  IndexedAgent,
  "agentId" | "agentWallet" | "generation" | "status" | "parentAgentId" | "childCount"
> & {
  /** If it was asked for. */
  scope?: string;
};

type LineageBounds = {
  maxLevels: number;
  maxChildren: number;
  /** Of the whole tree, upper levels first. */
  maxNodes: number;
  /** Adds the scopes, each cut to this number of characters. */
  maxScopeLength?: number;
};

const PARENTS_AT_ONCE = 200;
const COLUMNS = [
  "agent_id",
  "agent_wallet",
  "generation",
  "status",
  "parent_agent_id",
  "child_count",
] as const;
/** Written as in the index: 4 is the parent's bit of the consents. */
export const AGREED_FIRST = sql`(consents & 4)`;

type LineageColumns = Pick<AgentRow, (typeof COLUMNS)[number]> & { scope?: string };

/** Reads level by level, until there are enough; of each parent only the first `maxChildren` are looked at. */
export async function readLineage(
  db: Kysely<IndexSchema>,
  { agentId, maxLevels, maxChildren, maxNodes, maxScopeLength }: LineageBounds & { agentId: number },
): Promise<LineageRow[] | undefined> {
  const agents = selectAgents(db, maxScopeLength);
  const root: LineageColumns | undefined = await agents.where("agent_id", "=", agentId).executeTakeFirst();
  if (root === undefined) return undefined;
  let rows: LineageColumns[] = [root];
  let parents: LineageColumns[] = [root];
  for (let level = 2; level <= maxLevels && parents.length > 0; level += 1) {
    const batches = toBatches(parents, maxChildren);
    parents = [];
    for (const [i, ids] of batches.entries()) {
      // A tree may hold very many agents: other requests are answered in between.
      if (i > 0) await setImmediate();
      if (rows.length + parents.length >= maxNodes) break;
      const children = childrenOf(agents, ids);
      parents.push(...(await (ids.length === 1 ? children.limit(maxChildren) : children).execute()));
    }
    rows = rows.concat(parents.slice(0, maxNodes - rows.length));
    if (rows.length === maxNodes) break;
  }
  return rows.map((row) => ({
    agentId: row.agent_id,
    agentWallet: row.agent_wallet as Address,
    generation: row.generation,
    status: toAgentStatus(row.status),
    parentAgentId: row.parent_agent_id,
    childCount: row.child_count,
    ...(row.scope === undefined || maxScopeLength === undefined
      ? {}
      : { scope: cutText(fromStoredText(row.scope), maxScopeLength) }),
  }));
}

/** A stored character may be an escaped one, of two: so twice as many are read, and never half of one is shown. */
function selectAgents(db: Kysely<IndexSchema>, maxScopeLength: number | undefined) {
  const length = sql.lit(2 * ((maxScopeLength ?? 0) + 1));
  return db
    .selectFrom("agents")
    .select(COLUMNS)
    .$if(maxScopeLength !== undefined, (agents) =>
      agents.select(sql<string>`substr(operational_scope, 1, ${length})`.as("scope")),
    );
}

function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

/**
 * The parents whose children are asked for together: many whose children are all shown, or one that has more. The
 * first few of each of many parents is not a query that both engines answer from the index alone.
 */
function toBatches(parents: LineageColumns[], maxChildren: number): number[][] {
  const batches: number[][] = [];
  const narrow: number[] = [];
  for (const { agent_id, child_count } of parents) {
    if (child_count > maxChildren) batches.push([agent_id]);
    else if (child_count > 0) narrow.push(agent_id);
  }
  for (let i = 0; i < narrow.length; i += PARENTS_AT_ONCE) batches.push(narrow.slice(i, i + PARENTS_AT_ONCE));
  return batches;
}

function childrenOf(agents: ReturnType<typeof selectAgents>, parentIds: number[]) {
  return agents
    .where("parent_agent_id", "in", parentIds)
    .orderBy("parent_agent_id")
    .orderBy(AGREED_FIRST, "desc")
    .orderBy("child_position");
}
