import assert from "node:assert/strict";
import type { Database } from "@agent-registry/service";
import { MAX_SEARCH_MATCHES } from "../index-store/index-reader.ts";
import { searchAgents } from "../index-store/read/search-agents.ts";
import type { IndexSchema } from "../index-store/schema.ts";

/** The numbers of all agents that a search finds, in a register of a few. */
export async function findAgents(
  { db, engine }: Pick<Database<IndexSchema>, "db" | "engine">,
  search: string,
): Promise<number[]> {
  const filter = { search, sort: "agentId", order: "asc", limit: 10, offset: 0 } as const;
  const { total, agents } = await searchAgents({ db, engine, maxMatches: MAX_SEARCH_MATCHES }, filter);
  assert.equal(total, agents.length);
  return agents.map(({ agentId }) => agentId);
}
