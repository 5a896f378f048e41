import { apiErrors } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  docsRoutes,
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
import { createApiDocument } from "./api-document.ts";
import { type DomainChecks, registerDomainMetrics } from "./domains/create-domain-checks.ts";
import { createAnswering } from "./http/create-answering.ts";
import { everyRequest } from "./http/every-request.ts";
import { createFreshness, DATABASE_GONE } from "./http/freshness.ts";
import { registerHttpMetrics } from "./http/http-metrics.ts";
import type { BlockFacts, PublicUrls, Signing } from "./http/register.ts";
import { notFound } from "./http/reply.ts";
import type { ResponseBuffer } from "./http/response-buffer.ts";
import type { ResponseCache } from "./http/response-cache.ts";
import { createSlowLane, type SlowLane } from "./http/slow-lane.ts";
import type { AskedIndex, OpenAtBlock } from "./index/at-block.ts";
import type { IndexStatus } from "./index/index-status.ts";
import type { Proofs } from "./proofs/create-proofs.ts";
import { bulkKyaRoute } from "./questions/bulk-kya/bulk-kya.ts";
import { questions } from "./questions/questions.ts";
import { healthRoute } from "./questions/service/health.ts";
import { readyRoute } from "./questions/service/ready.ts";
import { textFileRoutes } from "./questions/service/text-files.ts";
import { jwksRoute } from "./questions/signed/jwks.ts";
import { statusListsRoutes } from "./questions/signed/status-lists.ts";
import { snapshotRoutes } from "./questions/snapshots/snapshots.ts";
import type { SnapshotFolder } from "./snapshots/snapshot-folder.ts";

export type AppDeps = {
  index: AskedIndex;
  /** The database that is written, if requests are answered from a replica of it. */
  openPrimary?: OpenAtBlock | undefined;
  status: () => IndexStatus;
  proofs: Proofs;
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
  hasMetricsPort: boolean;
  registryAddress: Address;
  publicUrls: PublicUrls;
  /** Masked, since answers show it. */
  rpcUrl: string;
  /** How many RPC nodes there are. */
  nodeCount: number;
  /** How old the newest block may be; any age if not given. */
  maxHeadAgeSeconds?: number | undefined;
  limitPerMinute: number;
  limiter: Pick<RateLimiter, "take">;
  /** Whether the process is being stopped, so that load balancers are to ask others. */
  isStopping: () => boolean;
  /** If not given, there is no `security.txt`. */
  securityContact?: string | undefined;
  /** If not given, the register signs nothing. */
  signing?: Signing | undefined;
  /** If not given, the register asks no domain. */
  domains?: DomainChecks | undefined;
  /** If not given, the register keeps no snapshots. */
  snapshots?: SnapshotFolder | undefined;
};

/** Mounts everything; decides nothing. */
export function createApp(deps: AppDeps): Hono {
  const { cache, logger, metrics, lane = createSlowLane() } = deps;
  const freshness = createFreshness(deps);
  const routeDeps = { ...deps, freshness };
  registerHttpMetrics(metrics.registry, { cache, lane });
  const handleError = errorHandler({ logger });
  if (deps.domains !== undefined) registerDomainMetrics(metrics.registry, deps.domains);

  const register = { ...deps, now: freshness.now };
  const answer = createAnswering({ ...deps, register, lane, freshness });
  const v1 = new Hono();
  for (const question of questions) v1.get(question.path, (c) => answer(c, question));
  v1.route("/", bulkKyaRoute(routeDeps))
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
    .route("/", deps.hasMetricsPort ? new Hono() : metrics.route)
    .route("/", docsRoutes({ document: createApiDocument() }))
    .notFound(notFound)
    .onError((error, c) => handleError(toAnswer(error), c));
}

/** The reason is for the log: it may name hosts and users. */
function toAnswer(error: Error): Error {
  if (error instanceof HttpError || !isDatabaseFailure(error)) return error;
  return new HttpError(500, apiErrors.databaseFailure(DATABASE_GONE), { cause: error });
}
