import { API_RATE_LIMIT_PER_MINUTE } from "@agent-registry/protocol";
import { type ClientIp, type Clock, errorHandler, type Logger, type Metrics } from "@agent-registry/service";
import { Hono } from "hono";
import type { Address } from "viem";
import type { AnswerCache } from "./answers/answer-cache.ts";
import { createAnswers } from "./answers/create-answers.ts";
import { createFreshness } from "./answers/freshness.ts";
import type { Spool } from "./answers/spool.ts";
import type { IndexReader, IndexStatus } from "./index-store/index-store.ts";
import { registerCacheMetrics } from "./middleware/cache-metrics.ts";
import { answerOther, createEdge } from "./middleware/edge.ts";
import { createRateLimiter } from "./middleware/rate-limiter.ts";
import { createRequestTally } from "./middleware/request-tally.ts";
import { createApiDocument } from "./openapi/api-document.ts";
import { agentRoute } from "./routes/agent.ts";
import { agentConsentsRoute } from "./routes/agent-consents.ts";
import { agentHistoryRoute } from "./routes/agent-history.ts";
import { agentLineageRoute } from "./routes/agent-lineage.ts";
import { agentRevenueRoute } from "./routes/agent-revenue.ts";
import { agentsRoute } from "./routes/agents.ts";
import { agentsComplianceRoute } from "./routes/agents-compliance.ts";
import { docsRoute } from "./routes/docs.ts";
import { healthRoute } from "./routes/health.ts";
import { kyaRoute } from "./routes/kya.ts";
import { readyRoute } from "./routes/ready.ts";
import { revenueRoutes } from "./routes/revenue.ts";
import { statsRoutes } from "./routes/stats.ts";

export type AppDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  cache: AnswerCache;
  spool: Spool;
  clock: Clock;
  clientIp: ClientIp;
  logger: Logger;
  metrics: Metrics;
  registryAddress: Address;
  /** Masked: it is shown. */
  rpcUrl: string;
  limitPerMinute?: number;
};

/** Mounts everything; decides nothing. */
export function createApp(deps: AppDeps): Hono {
  const { cache, clock, clientIp, logger, metrics, limitPerMinute = API_RATE_LIMIT_PER_MINUTE } = deps;
  const freshness = createFreshness(deps);
  const answers = createAnswers({ ...deps, freshness });
  const routeDeps = { ...deps, answers, freshness };
  registerCacheMetrics({ cache, registry: metrics.registry });

  const v1 = new Hono()
    .route("/", statsRoutes(routeDeps))
    .route("/", agentsRoute(routeDeps))
    .route("/", agentsComplianceRoute(routeDeps))
    .route("/", agentRoute(routeDeps))
    .route("/", agentLineageRoute(routeDeps))
    .route("/", agentRevenueRoute(routeDeps))
    .route("/", agentHistoryRoute(routeDeps))
    .route("/", agentConsentsRoute(routeDeps))
    .route("/", revenueRoutes(routeDeps))
    .route("/", kyaRoute(routeDeps));
  const routes = new Hono()
    .route("/", healthRoute(routeDeps))
    .route("/", readyRoute(routeDeps))
    .route("/api/v1", v1)
    .route("/", metrics.route)
    .route("/", docsRoute({ document: createApiDocument() }));

  const guard = createEdge({
    limiter: createRateLimiter({ limitPerMinute, clock }),
    limitPerMinute,
    clientIp,
    clock,
    tally: createRequestTally(metrics),
    onError: errorHandler({ logger }),
  });
  const app = new Hono();
  for (const { path, handler } of routes.routes) app.get(path, guard({ route: path, handler }));
  return app.notFound(guard({ route: "other", handler: answerOther }));
}
