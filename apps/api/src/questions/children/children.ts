import { AgentIdParam, AgentsQuery, AgentsResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import { toNumberedPages, toPageFields } from "../../http/link-pages.ts";
import { agentNotFound, parseAgentId, parseQuery, toOffset } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { readAgent, toIndexedAgent } from "../../index/read/read-agent.ts";
import { AGREED_FIRST } from "../lineage/read-lineage.ts";
import { listed, page as onePage } from "../shared/examples.ts";
import { toAgentListItem } from "../shared/to-agent.ts";

const PageQuery = AgentsQuery.pick({ page: true, limit: true });

/** All children of an agent, of which a lineage shows the first: in the same order, those that it has agreed to first. */
export const children = defineQuestion({
  path: "/agent/:id/children",
  keptMs: CACHE_TTL_MS.agent,
  parse: (c) => ({ agentId: parseAgentId(c), ...parseQuery(c, PageQuery) }),
  concerns: ({ agentId }) => ({ agentId }),
  // A page far down in a large family skips over those before it.
  pace: () => "slow",
  async read({ db, vouchFor }, { agentId, page, limit }) {
    const parent = await readAgent(db, agentId);
    if (parent === undefined) throw agentNotFound(agentId);
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
  answer({ total, agents }, { page, limit }) {
    const data = agents.map(toAgentListItem);
    const body: AgentsResponse = { ...toPageFields({ total, page, limit }), data };
    return { body, pages: toNumberedPages(body) };
  },
  doc: {
    operationId: "listChildren",
    tag: "Agents",
    summary: "All children of an agent, page by page",
    description:
      "A lineage shows the first 50 of each agent. Those that the parent has agreed to come first, in both.",
    params: AgentIdParam,
    query: PageQuery,
    responses: {
      200: {
        description: "Cached for 5 minutes",
        schema: AgentsResponse,
        example: { ...onePage, data: [listed] } satisfies AgentsResponse,
      },
    },
  },
});
