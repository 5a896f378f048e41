import type { ConsentsResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** What each party that an agent's record names has said. Not cached, so that a new word shows at once. */
export function agentConsentsRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  return new Hono().get("/agent/:id/consents", (c) => {
    const agentId = parseAgentId(c);
    return responses.freshJson(c, async (): Promise<ConsentsResponse> => {
      const consents = await reader.findConsents(agentId);
      if (consents === undefined) throw agentNotFound(agentId);
      return consents;
    });
  });
}
