import { AgentsQuery, AgentsResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import { toPageFields } from "../../http/link-pages.ts";
import { toOffset } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { readAgent, toIndexedAgent } from "../../index/read/read-agent.ts";
import { AGREED_FIRST } from "../lineage/read-lineage.ts";
import { listed, page as onePage } from "../shared/examples.ts";
import { toAgentListItem } from "../shared/to-agent.ts";

const PageQuery = AgentsQuery.pick({ page: true, limit: true });

/** All children of an agent, of which a lineage shows the first: in the same order, those that it has agreed to first. */
export const children = defineQuestion({
  path: "/agent/:id/children",
  query: PageQuery,
  response: AgentsResponse,
  keptMs: CACHE_TTL_MS.agent,
  // A page far down in a large family skips over those before it.
  pace: () => "slow",
  async read({ db, vouchFor }, { agentId, page, limit }) {
    const parent = await readAgent(db, agentId);
    if (parent === undefined) return undefined;
    const rows = await db
      .selectFrom("agents")
      .selectAll()
      .where("parent_agent_id", "=", agentId)
      .orderBy(AGREED_FIRST, "desc")
      .orderBy("child_position")
      .limit(limit)
      .offset(toOffset({ page, limit }))
      .execute();
    vouchFor(rows.map((row) => row.agent_id));
    return { total: parent.childCount, agents: rows.map(toIndexedAgent) };
  },
  answer: ({ total, agents }, { page, limit }) => ({
    body: { ...toPageFields({ total, page, limit }), data: agents.map(toAgentListItem) },
  }),
  doc: {
    operationId: "listChildren",
    tag: "Agents",
    summary: "All children of an agent, page by page",
    description:
      "A lineage shows the first 50 of each agent. Those that the parent has agreed to come first, in both.",
    example: { ...onePage, data: [listed] },
  },
});
