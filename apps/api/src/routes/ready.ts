import { REVENUE_MAX_SILENCE_MS, type ReadyResponse } from "@agent-registry/protocol";
import { doesDatabaseAnswer } from "@agent-registry/service";
import { Hono } from "hono";
import { DATABASE_GONE, type IndexProblem } from "../responses/freshness.ts";
import { replyJson } from "../responses/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

/** 200 if the index is caught up with the chain and the database answers; else 503 with the reason. */
export function readyRoute({
  freshness,
  status,
  reader,
}: Pick<RouteDeps, "freshness" | "status" | "reader">) {
  async function findDatabaseProblem(): Promise<IndexProblem | null> {
    const isThere = await doesDatabaseAnswer(() => reader.getTotals());
    return isThere ? null : { cause: "database-gone", reason: DATABASE_GONE };
  }

  return new Hono().get("/ready", async (c) => {
    const problem = freshness.findProblem(REVENUE_MAX_SILENCE_MS) ?? (await findDatabaseProblem());
    const { indexedBlock, headBlock, doubtfulAgents = 0 } = status();
    const body: ReadyResponse = {
      ready: problem === null,
      ...problem,
      indexedBlock,
      headBlock,
      // The process still answers for all other agents, so that it stays ready.
      ...(doubtfulAgents === 0 ? {} : { doubtfulAgents }),
    };
    return replyJson(c, problem === null ? 200 : 503, body);
  });
}
