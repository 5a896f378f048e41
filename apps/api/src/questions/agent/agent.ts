import { AgentIdParam, AgentResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { agentNotFound, parseAgentId } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { readAgent } from "../../index/read/read-agent.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { record, standing } from "../shared/examples.ts";
import { toAgentRecord, toCompliance } from "../shared/to-agent.ts";

/** One agent with its children, and whether it is compliant. */
export const agent = defineQuestion({
  path: "/agent/:id",
  keptMs: CACHE_TTL_MS.agent,
  parse: parseAgentId,
  concerns: (agentId) => ({ agentId }),
  async read({ db }, agentId) {
    const found = await readAgent(db, agentId);
    if (found === undefined) throw agentNotFound(agentId);
    return { found, children: found.childCount === 0 ? [] : await readChildIds(db, agentId) };
  },
  answer({ found, children }, _agentId, { now }) {
    const compliance = toCompliance(found, now());
    return { body: { agent: toAgentRecord(found), children, compliance } satisfies AgentResponse };
  },
  schemas: { AgentDetails: AgentResponse },
  doc: {
    operationId: "getAgent",
    tag: "Agents",
    summary: "One agent with its children and compliance",
    params: AgentIdParam,
    responses: {
      200: {
        description: "Cached for 5 minutes",
        schema: AgentResponse,
        example: { agent: record, children: [2], compliance: standing } satisfies AgentResponse,
      },
    },
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
