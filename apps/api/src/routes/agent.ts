import { type AgentResponse, CACHE_TTL_MS } from "@agent-registry/protocol";
import { Hono } from "hono";
import { toAgentRecord } from "../serializers/to-agent.ts";
import { toCompliance } from "../serializers/to-compliance.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

export function agentRoute({
  reader,
  responses,
  freshness,
}: Pick<RouteDeps, "reader" | "responses" | "freshness">) {
  return new Hono().get("/agent/:id", (c) => {
    const agentId = parseAgentId(c);
    return responses.cachedJson(c, {
      key: `agent/${agentId}`,
      ttlMs: CACHE_TTL_MS.agent,
      produce: async (): Promise<AgentResponse> => {
        const agent = await reader.findAgent(agentId);
        if (agent === undefined) throw agentNotFound(agentId);
        const children = agent.childCount === 0 ? [] : await reader.getChildIds(agentId);
        // A child may be registered between the two look-ups; count and list must still agree.
        const compliance = toCompliance({ ...agent, childCount: children.length }, freshness.now());
        return { agent: toAgentRecord(agent), children, compliance };
      },
    });
  });
}
