import { RevenuePageQuery, type RevenueResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { linkOffsetPages } from "./link-pages.ts";
import { agentNotFound, parseAgentId, parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

export function agentRevenueRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/agent/:id/revenue", (c) => {
    const agentId = parseAgentId(c);
    const { limit, offset } = parseQuery(c, RevenuePageQuery);
    return responses.freshJson(c, async (): Promise<RevenueResponse> => {
      const found = await reader.findRevenuePage(agentId, { limit, offset });
      if (found === undefined) throw agentNotFound(agentId);
      linkOffsetPages(c, { offset, limit, total: found.total });
      return { total: found.total, offset, limit, data: found.reports };
    });
  });
}
