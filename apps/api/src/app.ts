import { API_PORT, apiErrors, DASHBOARD_PORT } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  errorHandler,
  findTracingMiddleware,
  HttpError,
  isDatabaseFailure,
  type Logger,
  type Metrics,
  type RateLimiter,
} from "@agent-registry/service";
import { Hono } from "hono";
import type { Address } from "viem";
import type { DomainChecks } from "./domains/create-domain-checks.ts";
import { registerDomainMetrics } from "./domains/domain-metrics.ts";
import type { IndexReader } from "./index-store/index-reader.ts";
import type { IndexStatus } from "./index-store/index-status.ts";
import { everyRequest } from "./middleware/every-request.ts";
import type { Names } from "./names/create-names.ts";
import { createApiDocument } from "./openapi/api-document.ts";
import type { Proofs } from "./proofs/create-proofs.ts";
import { registerCacheMetrics } from "./responses/cache-metrics.ts";
import { createResponses } from "./responses/create-responses.ts";
import { createFreshness, DATABASE_GONE } from "./responses/freshness.ts";
import type { ResponseBuffer } from "./responses/response-buffer.ts";
import type { ResponseCache } from "./responses/response-cache.ts";
import { createSlowLane, type SlowLane } from "./responses/slow-lane.ts";
import { registerSlowLaneMetrics } from "./responses/slow-lane-metrics.ts";
import { agentRoute } from "./routes/agent.ts";
import { agentAtRoute } from "./routes/agent-at.ts";
import { agentConsentsRoute } from "./routes/agent-consents.ts";
import { agentDomainRoute } from "./routes/agent-domain.ts";
import { agentHistoryRoute } from "./routes/agent-history.ts";
import { agentLineageRoute } from "./routes/agent-lineage.ts";
import { agentRegistrationRoute } from "./routes/agent-registration.ts";
import { agentRevenueRoute } from "./routes/agent-revenue.ts";
import { agentsRoute } from "./routes/agents.ts";
import { agentsComplianceRoute } from "./routes/agents-compliance.ts";
import { bindingRoutes } from "./routes/binding.ts";
import { docsRoute } from "./routes/docs.ts";
import { enforcementRoute } from "./routes/enforcement.ts";
import { feedRoutes } from "./routes/feeds.ts";
import { filingsRoute } from "./routes/filings.ts";
import { healthRoute } from "./routes/health.ts";
import { jwksRoute } from "./routes/jwks.ts";
import { kyaRoute } from "./routes/kya.ts";
import { kyaAtRoute } from "./routes/kya-at.ts";
import { kyaBulkRoute } from "./routes/kya-bulk.ts";
import { kyaProofRoute } from "./routes/kya-proof.ts";
import { kyaReceiptRoute } from "./routes/kya-receipt.ts";
import { nameRoute } from "./routes/name.ts";
import { notFound } from "./routes/not-found.ts";
import { peopleRoutes } from "./routes/people.ts";
import { readyRoute } from "./routes/ready.ts";
import { revenueRoutes } from "./routes/revenue.ts";
import type { BlockFacts, PublicUrls } from "./routes/route-deps.ts";
import type { Signing } from "./routes/signing.ts";
import { snapshotRoutes } from "./routes/snapshots.ts";
import { statsRoutes } from "./routes/stats.ts";
import { statusListsRoutes } from "./routes/status-lists.ts";
import { textFileRoutes } from "./routes/text-files.ts";
import { walletEntriesRoute } from "./routes/wallet-entries.ts";
import type { SnapshotFolder } from "./snapshots/snapshot-folder.ts";

export type AppDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  proofs: Proofs;
  names: Names;
  blocks: BlockFacts;
  cache: ResponseCache;
  buffer: ResponseBuffer;
  /** If not given: one with the usual bounds. */
  lane?: SlowLane;
  clock: Clock;
  clientIp: ClientIp;
  logger: Logger;
  metrics: Metrics;
  /** If they have a port of their own, the app does not have them. */
  hasMetricsPort?: boolean;
  registryAddress: Address;
  /** If not given: those of a register on one machine. */
  publicUrls?: PublicUrls;
  /** Masked: it is shown. */
  rpcUrl: string;
  /** How many RPC nodes there are; 1 if not given. */
  nodeCount?: number;
  /** How old the newest block may be; any age if not given. */
  maxHeadAgeSeconds?: number | undefined;
  limitPerMinute?: number;
  /** If not given: one of this process alone. */
  limiter?: RateLimiter;
  /** Whether the process was told to stop, so that load balancers are to ask others. */
  isStopping?: () => boolean;
  /** If not given, there is no `security.txt`. */
  securityContact?: string | undefined;
  /** If not given, the register signs nothing. */
  signing?: Signing | undefined;
  /** If not given, the register asks no domain. */
  domains?: DomainChecks | undefined;
  /** If not given, the register keeps no snapshots. */
  snapshots?: SnapshotFolder | undefined;
};

const LOCAL_URLS = {
  api: `http://localhost:${API_PORT}`,
  dashboard: `http://localhost:${DASHBOARD_PORT}`,
};

/** Mounts everything; decides nothing. */
export function createApp(deps: AppDeps): Hono {
  const { cache, logger, metrics, lane = createSlowLane() } = deps;
  const freshness = createFreshness(deps);
  const responses = createResponses({ ...deps, lane, freshness });
  const { publicUrls = LOCAL_URLS } = deps;
  const routeDeps = { ...deps, responses, freshness, publicUrls };
  registerCacheMetrics({ cache, registry: metrics.registry });
  const handleError = errorHandler({ logger });
  metrics.registry.registerMetric(deps.names.lookups);
  registerSlowLaneMetrics({ lane, registry: metrics.registry });
  if (deps.domains !== undefined) registerDomainMetrics({ checks: deps.domains, registry: metrics.registry });

  const v1 = new Hono()
    .route("/", statsRoutes(routeDeps))
    .route("/", agentsRoute(routeDeps))
    .route("/", agentsComplianceRoute(routeDeps))
    .route("/", agentRoute(routeDeps))
    .route("/", agentLineageRoute(routeDeps))
    .route("/", agentRevenueRoute(routeDeps))
    .route("/", agentHistoryRoute(routeDeps))
    .route("/", agentConsentsRoute(routeDeps))
    .route("/", agentAtRoute(routeDeps))
    .route("/", agentRegistrationRoute(routeDeps))
    .route("/", agentDomainRoute(routeDeps))
    .route("/", filingsRoute(routeDeps))
    .route("/", enforcementRoute(routeDeps))
    .route("/", feedRoutes(routeDeps))
    .route("/", revenueRoutes(routeDeps))
    .route("/", walletEntriesRoute(routeDeps))
    .route("/", nameRoute(routeDeps))
    .route("/", peopleRoutes(routeDeps))
    .route("/", kyaProofRoute(routeDeps))
    .route("/", kyaBulkRoute(routeDeps))
    .route("/", kyaRoute(routeDeps))
    .route("/", kyaReceiptRoute(routeDeps))
    .route("/", kyaAtRoute(routeDeps))
    .route("/", bindingRoutes(routeDeps))
    .route("/", statusListsRoutes(routeDeps))
    .route("/", snapshotRoutes(routeDeps));
  const root = new Hono();
  const tracing = findTracingMiddleware();
  if (tracing !== undefined) root.use(tracing);
  return root
    .use(everyRequest(deps))
    .route("/", healthRoute(routeDeps))
    .route("/", readyRoute(routeDeps))
    .route("/api/v1", v1)
    .route("/", jwksRoute(routeDeps))
    .route("/", textFileRoutes(routeDeps))
    .route("/", deps.hasMetricsPort === true ? new Hono() : metrics.route)
    .route("/", docsRoute({ document: createApiDocument() }))
    .notFound(notFound)
    .onError((error, c) => handleError(toAnswer(error), c));
}

/** The reason is for the log: it may name hosts and users. */
function toAnswer(error: Error): Error {
  if (error instanceof HttpError || !isDatabaseFailure(error)) return error;
  return new HttpError(500, apiErrors.databaseFailure(DATABASE_GONE), { cause: error });
}
