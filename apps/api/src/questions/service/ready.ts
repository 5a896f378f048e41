import { ReadyCause, ReadyResponse } from "@agent-registry/protocol";
import {
  createDatabaseCheck,
  type Metrics,
  registerReadiness,
  uncountedErrors,
} from "@agent-registry/service";
import { Hono } from "hono";
import { DATABASE_GONE, type Freshness, type IndexProblem } from "../../http/freshness.ts";
import type { DocumentPart } from "../../http/question.ts";
import { replyJson } from "../../http/reply.ts";
import { type AskedIndex, readAtBlock } from "../../index/at-block.ts";
import type { IndexStatus } from "../../index/index-status.ts";
import { BLOCK } from "../shared/examples.ts";

const STOPPING: IndexProblem = { cause: "stopping", reason: "the process is being stopped" };

/** 200 if the index is caught up with the chain and the database answers; else 503 with the reason. */
export function readyRoute({
  freshness,
  status,
  index,
  metrics,
  isStopping,
}: {
  freshness: Freshness;
  status: () => IndexStatus;
  index: Pick<AskedIndex, "open">;
  metrics: Pick<Metrics, "registry">;
  isStopping: () => boolean;
}) {
  const doesDatabaseAnswer = createDatabaseCheck(() =>
    readAtBlock(index.open, "look-up", async ({ block }) => block),
  );

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

export const readyDocument: DocumentPart = {
  schemas: { ReadyCause, Ready: ReadyResponse },
  routes: [
    {
      method: "get",
      path: "/ready",
      operationId: "getReady",
      tag: "Service",
      summary: "Whether the index is caught up with the chain",
      description:
        "If not, `cause` says what to look at. `node-silent`: no RPC node answers. `index-building`: the index is filled from the chain, for the first time or anew. `index-behind`: it catches up after an outage. `indexer-silent`: of several processes, the one that indexes hangs, and no other could take over. `database-gone`: the index cannot be read. `replica-behind`: the process reads a copy of the database that lags too far. `stopping`: the process was told to stop, and still answers for a moment. `reason` says it in words. Counts against no limit.",
      responses: {
        200: {
          description: "Caught up",
          schema: ReadyResponse,
          example: {
            ready: true,
            indexedBlock: BLOCK.number,
            headBlock: BLOCK.number,
          } satisfies ReadyResponse,
        },
        503: {
          description: "Not caught up, and why",
          schema: ReadyResponse,
          example: {
            ready: false,
            cause: "index-behind",
            reason: `the index is still syncing (block ${BLOCK.number - 700} of ${BLOCK.number})`,
            indexedBlock: BLOCK.number - 700,
            headBlock: BLOCK.number,
          } satisfies ReadyResponse,
        },
        ...uncountedErrors.ready,
      },
    },
    {
      method: "get",
      path: "/metrics",
      operationId: "getMetrics",
      tag: "Service",
      summary: "Metrics for Prometheus, which count against no limit",
      responses: {
        200: { description: "Prometheus text format", schema: "text" },
        ...uncountedErrors.metrics,
      },
    },
  ],
};
