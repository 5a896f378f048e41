import { AgentResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { readAgent } from "../../index/read/read-agent.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { record, standing } from "../shared/examples.ts";
import { toAgentRecord, toCompliance } from "../shared/to-agent.ts";

/** One agent with its children, and whether it is compliant. */
export const agent = defineQuestion({
  path: "/agent/:id",
  response: AgentResponse,
  keptMs: CACHE_TTL_MS.agent,
  async read({ db }, { agentId }) {
    const found = await readAgent(db, agentId);
    if (found === undefined) return undefined;
    return { found, children: found.childCount === 0 ? [] : await readChildIds(db, agentId) };
  },
  answer: ({ found, children }, _, { now }) => ({
    body: { agent: toAgentRecord(found), children, compliance: toCompliance(found, now()) },
  }),
  schemas: { AgentDetails: AgentResponse },
  doc: {
    operationId: "getAgent",
    tag: "Agents",
    summary: "One agent with its children and compliance",
    example: { agent: record, children: [2], compliance: standing },
  },
});

/** In the contract's order: by id, since children are appended as they are registered. */
export async function readChildIds(db: Kysely<IndexSchema>, parentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("agents")
    .select("agent_id")
    .where("parent_agent_id", "=", parentId)
    .execute();
  // The index has two groups, each in order, which a merge sort like this one joins in one go.
  return rows.map((row) => row.agent_id).sort((a, b) => a - b);
}
