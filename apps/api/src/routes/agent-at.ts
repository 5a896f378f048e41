import { type AgentAtResponse, toRecordHash } from "@agent-registry/protocol";
import { Hono } from "hono";
import { toPastAgent } from "../serializers/to-agent.ts";
import { askAsOf, judgePast, parseMoment } from "./ask-as-of.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** An agent's record as it was at a moment of the past. */
export function agentAtRoute(deps: Pick<RouteDeps, "reader" | "responses" | "blocks">) {
  return new Hono().get("/agent/:id/at", (c) => {
    const agentId = parseAgentId(c);
    const moment = parseMoment(c);
    return deps.responses.datedJson(c, async () => {
      const { asOf, blockHash, now, record, maxAgeSeconds } = await askAsOf(deps, {
        key: { agentId },
        moment,
      });
      if (record === undefined) throw agentNotFound(agentId);
      const value: AgentAtResponse = {
        asOf,
        ...(blockHash === undefined ? {} : { blockHash }),
        agent: toPastAgent(record),
        recordHash: toRecordHash({
          ...record,
          agentId: BigInt(record.agentId),
          parentAgentId: BigInt(record.parentAgentId),
        }),
        isWalletReleased: record.isWalletReleased,
        ...judgePast(record, now),
      };
      return { value, maxAgeSeconds };
    });
  });
}
