import { REVENUE_MAX_SILENCE_MS, type ReadyResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { replyJson } from "../answers/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Caught up with the chain: 200; 503 with the reason until then. */
export function readyRoute({ freshness, status }: Pick<RouteDeps, "freshness" | "status">) {
  return new Hono().get("/ready", (c) => {
    const problem = freshness.findProblem(REVENUE_MAX_SILENCE_MS);
    const { indexedBlock, headBlock } = status();
    const body: ReadyResponse = {
      ready: problem === null,
      ...(problem === null ? {} : { reason: problem }),
      indexedBlock,
      headBlock,
    };
    return replyJson(c, problem === null ? 200 : 503, body);
  });
}
