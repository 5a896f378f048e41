import { REVENUE_MAX_SILENCE_MS, type ReadyResponse } from "@agent-registry/protocol";
import { doesDatabaseAnswer } from "@agent-registry/service";
import { Hono } from "hono";
import { replyJson } from "../answers/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Caught up with the chain, and able to tell: 200; 503 with the reason until then. */
export function readyRoute({
  freshness,
  status,
  reader,
}: Pick<RouteDeps, "freshness" | "status" | "reader">) {
  async function findDatabaseProblem(): Promise<string | null> {
    return (await doesDatabaseAnswer(() => reader.getTotals())) ? null : "the database does not answer";
  }

  return new Hono().get("/ready", async (c) => {
    const problem = freshness.findProblem(REVENUE_MAX_SILENCE_MS) ?? (await findDatabaseProblem());
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
