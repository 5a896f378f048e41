import type { ReadyResponse } from "@agent-registry/protocol";
import { createDatabaseCheck, type Metrics, registerReadiness } from "@agent-registry/service";
import { Hono } from "hono";
import { DATABASE_GONE, type IndexProblem } from "../responses/freshness.ts";
import { replyJson } from "../responses/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

const STOPPING: IndexProblem = { cause: "stopping", reason: "the process is being stopped" };

/** 200 if the index is caught up with the chain and the database answers; else 503 with the reason. */
export function readyRoute({
  freshness,
  status,
  reader,
  metrics,
  isStopping = () => false,
}: Pick<RouteDeps, "freshness" | "status" | "reader"> & {
  metrics: Pick<Metrics, "registry">;
  isStopping?: () => boolean;
}) {
  const doesDatabaseAnswer = createDatabaseCheck(() => reader.getTotals());

  async function findDatabaseProblem(): Promise<IndexProblem | null> {
    return (await doesDatabaseAnswer()) ? null : { cause: "database-gone", reason: DATABASE_GONE };
  }

  async function findProblem(): Promise<IndexProblem | null> {
    if (isStopping()) return STOPPING;
    return freshness.findReadinessProblem() ?? (await findDatabaseProblem());
  }

  registerReadiness({ registry: metrics.registry, isReady: async () => (await findProblem()) === null });

  return new Hono().get("/ready", async (c) => {
    const problem = await findProblem();
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
