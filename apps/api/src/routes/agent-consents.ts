import type { ConsentsResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Who of the parties named in an agent's record has agreed to be. */
export function agentConsentsRoute({ reader, answers }: Pick<RouteDeps, "reader" | "answers">) {
  return new Hono().get("/agent/:id/consents", (c) => {
    const agentId = parseAgentId(c);
    return answers.freshJson(c, async (): Promise<ConsentsResponse> => {
      const consents = await reader.findConsents(agentId);
      if (consents === undefined) throw agentNotFound(agentId);
      const { wallet, haftungsperson, parent } = consents;
      return { agentId, wallet, haftungsperson, parent };
    });
  });
}
