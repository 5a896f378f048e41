import { AgentsQuery, type AgentsResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import { Hono } from "hono";
import { isQuickPage } from "../index-store/index-reader.ts";
import { toAgentListItem, toAttestedListItem } from "../serializers/to-agent.ts";
import { linkStoredPages } from "./link-pages.ts";
import { parseQuery, toOffset } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

export function agentsRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  async function getPage(query: AgentsQuery): Promise<AgentsResponse> {
    const { page, limit, include } = query;
    const { total, agents, isTotalCapped } = await reader.getAgentsPage({
      ...toFilter(query),
      limit,
      offset: toOffset({ page, limit }),
    });
    const data = agents.map(include === undefined ? toAgentListItem : toAttestedListItem);
    const totalPages = Math.ceil(total / limit);
    return { total, page, limit, totalPages, ...(isTotalCapped === true ? { isTotalCapped } : {}), data };
  }

  return new Hono().get("/agents", (c) => {
    const query = parseQuery(c, AgentsQuery);
    // What the query means, not how it was written: odd spellings do not fill the cache.
    const key = `agents/${JSON.stringify(query)}`;
    const isSlow = !isQuickPage(toFilter(query));
    return responses.cachedJson(c, {
      key,
      ttlMs: CACHE_TTL_MS.agents,
      isSlow,
      produce: () => getPage(query),
      accept: (body) => linkStoredPages(c, { page: query.page, body }),
    });
  });
}

function toFilter({ status, search = "", sort, order }: AgentsQuery) {
  const term = search.trim();
  return {
    ...(status === undefined ? {} : { status }),
    ...(term === "" ? {} : { search: term }),
    sort,
    order,
  };
}
