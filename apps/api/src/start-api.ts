import path from "node:path";
import { maskUrl } from "@agent-registry/protocol";
import { fetchRegistrations } from "@agent-registry/protocol/domain";
import {
  type Clock,
  createClientIp,
  createLogger,
  createMetrics,
  createRateLimiter,
  createShutdownDelay,
  type Listening,
  type Logger,
  listenWithMetrics,
  systemClock,
} from "@agent-registry/service";
import type { Registry } from "prom-client";
import { createApp } from "./app.ts";
import { createRpcNode } from "./chain/rpc-node.ts";
import type { ApiConfig } from "./config.ts";
import { createIndex, type Index } from "./create-index.ts";
import { createDomainChecks } from "./domains/create-domain-checks.ts";
import { createFreshness } from "./http/freshness.ts";
import type { Signing } from "./http/register.ts";
import { createResponseBuffer } from "./http/response-buffer.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { shareRateLimit } from "./http/share-rate-limit.ts";
import { createMeters } from "./metering.ts";
import { createProofs } from "./proofs/create-proofs.ts";
import { createSigner } from "./signing/create-signer.ts";
import { createSnapshotSchedule, runSnapshotProcess } from "./snapshots/create-snapshot-schedule.ts";
import { createSnapshotFolder, type MadeFile } from "./snapshots/snapshot-folder.ts";
import { createStatusLists } from "./status-lists/create-status-lists.ts";

const SWEEP_INTERVAL_MS = 30_000;
const SNAPSHOT_TICK_MS = 1_000;
/** A client waits for a proof, so a silent node is given up sooner than by the index. */
const PROOF_TIMEOUT_MS = 5_000;

/** Builds the service and starts it. It listens at once; the index follows as soon as a node answers. */
export async function startApi(config: ApiConfig): Promise<Listening> {
  const clock = systemClock;
  const logger = createLogger({ name: "api", level: config.LOG_LEVEL });
  const metrics = createMetrics();
  const index = await createIndex({
    rpcUrls: config.RPC_URL,
    registryAddress: config.REGISTRY_ADDRESS,
    ...(config.START_BLOCK === undefined ? {} : { startBlock: config.START_BLOCK }),
    pollIntervalMs: config.POLL_INTERVAL_MS,
    maxReplicaLagMs: config.MAX_REPLICA_LAG_SECONDS * 1_000,
    reconcileRoundMs: config.RECONCILE_ROUND_HOURS * 3_600_000,
    database: {
      ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
      ...(config.DATABASE_READ_URL === undefined ? {} : { readUrl: config.DATABASE_READ_URL }),
      dataDir: config.DATA_DIR,
    },
    logger,
    metrics: metrics.registry,
    clock,
  });
  const cache = createResponseCache({ clock });
  const parts = { config, index, clock, logger, registry: metrics.registry };
  const signing = await startSigning(parts);
  const snapshots = startSnapshots(parts);
  const publicUrls = {
    api: config.ISSUER_URL ?? `http://localhost:${config.PORT}`,
    dashboard: config.DASHBOARD_URL,
  };
  const { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: limitPerMinute } = config;
  const limiter = createRateLimiter({ limitPerMinute, clock, isShared: databaseUrl !== undefined });
  const userAgent = `agent-registry/1 (+${publicUrls.api})`;
  const ask = (domain: string) => fetchRegistrations({ domain, userAgent });
  const shutdownDelay = createShutdownDelay(config.SHUTDOWN_DELAY_SECONDS * 1_000);
  const app = createApp({
    index: index.asked,
    openPrimary: index.openPrimary,
    status: index.status,
    proofs: createProofs({
      nodes: config.RPC_URL.map((url) => createRpcNode({ url, timeoutMs: PROOF_TIMEOUT_MS })),
      registryAddress: config.REGISTRY_ADDRESS,
      logger,
    }),
    blocks: { isSafe: index.isSafe, getTime: index.getBlockTime },
    cache,
    buffer: createResponseBuffer({ folder: path.join(config.DATA_DIR, "responses") }),
    clock,
    clientIp: createClientIp({
      trustProxyHops: config.TRUST_PROXY,
      dashboardSecret: config.DASHBOARD_SECRET,
    }),
    logger,
    metrics,
    hasMetricsPort: config.METRICS_PORT !== undefined,
    registryAddress: config.REGISTRY_ADDRESS,
    publicUrls,
    rpcUrl: maskUrl(config.RPC_URL[0] ?? ""),
    nodeCount: config.RPC_URL.length,
    maxHeadAgeSeconds: config.MAX_HEAD_AGE_SECONDS,
    limitPerMinute,
    limiter,
    isStopping: shutdownDelay.isStopping,
    securityContact: config.SECURITY_CONTACT,
    signing,
    snapshots: snapshots?.folder,
    domains: config.DOMAIN_CHECKS === "on" ? createDomainChecks({ ask, clock, logger }) : undefined,
  });
  await index.look();
  const listening = await listenWithMetrics({
    app,
    port: config.PORT,
    hostname: config.HOST,
    metrics,
    metricsPort: config.METRICS_PORT,
    logger,
  }).catch(async (error) => {
    await snapshots?.stop();
    await signing?.stop();
    await index.stop();
    throw error;
  });
  index.start();
  const sharing =
    databaseUrl === undefined
      ? undefined
      : shareRateLimit({ databaseUrl, limiter, clock, metrics: metrics.registry, logger });
  const sweeping = setInterval(cache.sweep, SWEEP_INTERVAL_MS);

  return {
    ...listening,
    async stop() {
      await shutdownDelay.begin();
      clearInterval(sweeping);
      await listening.stop();
      cache.clear();
      await snapshots?.stop();
      await sharing?.stop();
      await signing?.stop();
      await index.stop();
    },
  };
}

type Parts = { config: ApiConfig; index: Index; clock: Clock; logger: Logger; registry: Registry };

/** What the register signs with, and the lists that it keeps; undefined without a key. */
async function startSigning({ config, index, clock, logger }: Parts) {
  const { SIGNING_KEY_FILE: key, SIGNING_KEY_NEXT_FILE: otherKey, ISSUER_URL: issuer } = config;
  if (key === undefined || issuer === undefined) return undefined;
  const signer = await createSigner({ issuer, key, otherKey });
  const statusLists = createStatusLists({
    open: index.asked.open,
    vouching: index.asked.vouching,
    freshness: createFreshness({
      status: index.status,
      clock,
      maxHeadAgeSeconds: config.MAX_HEAD_AGE_SECONDS,
    }),
    signer,
    registryAddress: config.REGISTRY_ADDRESS,
    ttlSeconds: config.STATUS_LIST_TTL_SECONDS,
    lifetimeSeconds: config.STATUS_LIST_LIFETIME_SECONDS,
    buildSeconds: config.STATUS_LIST_BUILD_SECONDS,
    clock,
    logger,
  });
  statusLists.start();
  return {
    signer,
    receiptTtlSeconds: config.RECEIPT_TTL_SECONDS,
    statusLists,
    stop: statusLists.stop,
  } satisfies Signing & { stop(): Promise<void> };
}

/** The snapshots that this process serves and, while it leads, has made; undefined without a folder for them. */
function startSnapshots({ config, index, clock, logger, registry }: Parts) {
  if (config.SNAPSHOT_DIR === undefined) return undefined;
  const folder = createSnapshotFolder({
    folder: config.SNAPSHOT_DIR,
    registryAddress: config.REGISTRY_ADDRESS,
  });
  const { counter, gauge } = createMeters(registry);
  gauge(
    "agent_registry_index_snapshot_timestamp_seconds",
    "Time of the newest snapshot's block; 0 if there is no snapshot",
    { read: async () => (await folder.list())[0]?.block.timestamp ?? 0 },
  );
  const failures = counter(
    "agent_registry_index_snapshot_failures_total",
    "Snapshots that could not be made",
  );
  const env = {
    RPC_URL: config.RPC_URL.join(","),
    REGISTRY_ADDRESS: config.REGISTRY_ADDRESS,
    DATA_DIR: config.DATA_DIR,
    DATABASE_URL: config.DATABASE_URL,
  };
  const schedule = createSnapshotSchedule({
    folder,
    make: async (file, signal) => (await runSnapshotProcess({ file, env, signal })) as MadeFile,
    isReady: () => index.isLeading() && index.status().isCaughtUp,
    everyMs: config.SNAPSHOT_HOURS * 3_600_000,
    tickMs: SNAPSHOT_TICK_MS,
    clock,
    logger,
    onFailure: () => failures.inc(),
  });
  return { folder, stop: schedule.stop };
}
