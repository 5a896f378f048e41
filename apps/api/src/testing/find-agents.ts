import assert from "node:assert/strict";
import type { Database } from "@agent-registry/service";
import { SEARCH_SIZES } from "../index-store/read/plan-search.ts";
import { createScopeSample } from "../index-store/read/scope-sample.ts";
import { searchAgents } from "../index-store/read/search-agents.ts";
import type { IndexSchema } from "../index-store/schema.ts";

/** The numbers of all agents that a search finds, in a register of a few. */
export async function findAgents(
  { db, engine }: Pick<Database<IndexSchema>, "db" | "engine">,
  search: string,
): Promise<number[]> {
  const filter = { search, sort: "agentId", order: "asc", limit: 10, offset: 0 } as const;
  const sample = createScopeSample({ db, engine });
  const { total, agents } = await searchAgents({ db, engine, sample, sizes: SEARCH_SIZES }, filter);
  assert.equal(total, agents.length);
  return agents.map(({ agentId }) => agentId);
}
