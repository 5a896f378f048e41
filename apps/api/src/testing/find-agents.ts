import assert from "node:assert/strict";
import type { Database } from "@agent-registry/service";
import type { IndexSchema } from "../index/schema.ts";
import { searchAgents } from "../questions/agents/search-agents.ts";

/** The numbers of all agents that a search finds, in a register of a few. */
export async function findAgents(
  { db, engine }: Pick<Database<IndexSchema>, "db" | "engine">,
  search: string,
): Promise<number[]> {
  const filter = { search, sort: "agentId", order: "asc", limit: 10, offset: 0 } as const;
  const { total, agents } = await searchAgents({ db, engine }, filter);
  assert.equal(total, agents.length);
  return agents.map(({ agentId }) => agentId);
}
