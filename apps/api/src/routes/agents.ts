import { AgentsQuery, type AgentsResponse, CACHE_TTL_MS, toTimestamp } from "@agent-registry/protocol";
import { Hono } from "hono";
import { toAgentListItem } from "../serializers/to-agent.ts";
import { parseQuery, toOffset } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

export function agentsRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  async function getPage(query: AgentsQuery): Promise<AgentsResponse> {
    const { page, limit, status, search, sort, order, include } = query;
    const { total, agents } = await reader.getAgentsPage({
      ...(status === undefined ? {} : { status }),
      ...(search === undefined || search === "" ? {} : { search }),
      sort,
      order,
      limit,
      offset: toOffset({ page, limit }),
    });
    const data = agents.map((agent) =>
      include === undefined
        ? toAgentListItem(agent)
        : { ...toAgentListItem(agent), lastAttestation: toTimestamp(agent.lastAttestation) },
    );
    return { total, page, limit, totalPages: Math.ceil(total / limit), data };
  }

  return new Hono().get("/agents", (c) => {
    const query = parseQuery(c, AgentsQuery);
    // What the query means, not how it was written: odd spellings do not fill the cache.
    const key = `agents/${JSON.stringify(query)}`;
    return responses.cachedJson(c, { key, ttlMs: CACHE_TTL_MS.agents, produce: () => getPage(query) });
  });
}
