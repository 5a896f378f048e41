import { setImmediate } from "node:timers/promises";
import { toAgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Address } from "viem";
import type { LineageRow } from "../index-reader.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";

const PARENTS_AT_ONCE = 200;
const COLUMNS = [
  "agent_id",
  "agent_wallet",
  "generation",
  "status",
  "parent_agent_id",
  "child_count",
  "child_position",
] as const;

type LineageColumns = Pick<AgentRow, (typeof COLUMNS)[number]>;

/** Reads level by level; of each parent only the first `maxChildren` are looked at. */
export async function readLineage(
  db: Kysely<IndexSchema>,
  { agentId, maxLevels, maxChildren }: { agentId: number; maxLevels: number; maxChildren: number },
): Promise<LineageRow[] | undefined> {
  const root = await db
    .selectFrom("agents")
    .select(COLUMNS)
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  if (root === undefined) return undefined;
  let rows: LineageColumns[] = [root];
  let parents: LineageColumns[] = [root];
  for (let level = 2; level <= maxLevels && parents.length > 0; level += 1) {
    const ids = parents.filter((parent) => parent.child_count > 0).map((parent) => parent.agent_id);
    parents = [];
    for (let i = 0; i < ids.length; i += PARENTS_AT_ONCE) {
      // A tree may hold a whole register: other requests are answered in between.
      if (i > 0) await setImmediate();
      const children = await db
        .selectFrom("agents")
        .select(COLUMNS)
        .where("parent_agent_id", "in", ids.slice(i, i + PARENTS_AT_ONCE))
        .where("child_position", "<", maxChildren)
        .orderBy("parent_agent_id")
        .orderBy("child_position")
        .execute();
      parents.push(...children);
    }
    rows = rows.concat(parents);
  }
  return rows.map((row) => ({
    agentId: row.agent_id,
    agentWallet: row.agent_wallet as Address,
    generation: row.generation,
    status: toAgentStatus(row.status),
    parentAgentId: row.parent_agent_id,
    childCount: row.child_count,
  }));
}
