import { AgentsQuery, AgentsResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import { toPageFields } from "../../http/link-pages.ts";
import { parseQuery, toOffset } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { listed, page as onePage } from "../shared/examples.ts";
import { toAgentListItem, toAttestedListItem } from "../shared/to-agent.ts";
import { isQuickPage, readAgentsPage } from "./read-agents.ts";
import { searchAgents } from "./search-agents.ts";

/** Agents page by page: all of them, those of a status, or those that a search finds. */
export const agents = defineQuestion({
  path: "/agents",
  query: AgentsQuery,
  response: AgentsResponse,
  keptMs: CACHE_TTL_MS.agents,
  parse(c): AgentsQuery {
    const { search, ...query } = parseQuery(c, AgentsQuery);
    return search === undefined || search === "" ? query : { ...query, search };
  },
  pace: (asked) => (isQuickPage(asked) ? "look-up" : "slow"),
  read(at, { page, include: _, search, ...filter }) {
    const asked = { ...filter, offset: toOffset({ page, limit: filter.limit }) };
    return search === undefined ? readAgentsPage(at.db, asked) : searchAgents(at, { ...asked, search });
  },
  answer: ({ total, agents, isTotalCapped }, { page, limit, include }) => ({
    body: {
      ...toPageFields({ total, page, limit }),
      ...(isTotalCapped === true ? { isTotalCapped } : {}),
      data: agents.map(include === undefined ? toAgentListItem : toAttestedListItem),
    },
  }),
  schemas: { AgentList: AgentsResponse },
  doc: {
    operationId: "listAgents",
    tag: "Agents",
    summary: "Agents, page by page",
    example: { ...onePage, data: [listed] },
  },
});
