import { HistoryQuery, type HistoryResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { linkOffsetPages } from "./link-pages.ts";
import { agentNotFound, parseAgentId, parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Every change of an agent's record. Not cached, so that a new filing shows at once. */
export function agentHistoryRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/agent/:id/history", (c) => {
    const agentId = parseAgentId(c);
    const { limit, offset, order } = parseQuery(c, HistoryQuery);
    return responses.freshJson(c, async (): Promise<HistoryResponse> => {
      const found = await reader.findHistoryPage(agentId, { limit, offset, order });
      if (found === undefined) throw agentNotFound(agentId);
      linkOffsetPages(c, { offset, limit, total: found.total });
      return { total: found.total, offset, limit, data: found.filings };
    });
  });
}
