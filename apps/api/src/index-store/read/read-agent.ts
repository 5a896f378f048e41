import type { Kysely } from "kysely";
import type { IndexedAgent } from "../records.ts";
import type { IndexSchema } from "../schema.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

export async function readAgent(db: Kysely<IndexSchema>, agentId: number): Promise<IndexedAgent | undefined> {
  const row = await db.selectFrom("agents").selectAll().where("agent_id", "=", agentId).executeTakeFirst();
  return row && toIndexedAgent(row);
}
