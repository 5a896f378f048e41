import path from "node:path";
import { type Clock, type Logger, openDatabase, within } from "@agent-registry/service";
import type { Registry } from "prom-client";
import type { Address } from "viem";
import {
  createAgreement,
  createAgreementMetrics,
  createNodeChoice,
} from "./chain/agreement/create-agreement.ts";
import { createBlockTimes, createSafeBlock } from "./chain/block-facts.ts";
import { createHeaders } from "./chain/node-answers.ts";
import { createRpcNode } from "./chain/rpc-node.ts";
import { createPostgresLeader } from "./index/apply/postgres-leader.ts";
import { createSqliteLeader } from "./index/apply/sqlite-leader.ts";
import type { IndexStatus } from "./index/index-status.ts";
import { migrations } from "./index/migrations.ts";
import { createOpenAtBlock, openAskedIndex } from "./index/read/open-asked-index.ts";
import type { IndexSchema } from "./index/schema.ts";
import { createIndexMetrics } from "./index/sync/index-metrics.ts";
import type { LeadershipTimes } from "./index/sync/leadership.ts";
import { openReplica } from "./index/sync/open-replica.ts";
import { createSyncLoop } from "./index/sync/sync-loop.ts";
import { createSharedStatus, createSyncStatus } from "./index/sync/sync-status.ts";
import { createReconciliation, type ReconciliationTiming } from "./reconcile/create-reconciliation.ts";
import { createDoubts, createVouching, withDoubts } from "./reconcile/doubts.ts";
import { createMending } from "./reconcile/mending.ts";
import { createReconciliationMetrics } from "./reconcile/reconciliation-metrics.ts";

const FILE_NAME = "index.sqlite";
/** With several nodes each round asks all of them: one round for each block of Base, and no more. */
const SEVERAL_NODES_PAUSE_MS = 2_000;
/** A process listens without knowing how the index stands, rather than not at all. */
const LOOK_TIMEOUT_MS = 2_000;

export type IndexOptions = {
  rpcUrls: readonly string[];
  registryAddress: Address;
  /** If not given, the index finds the block of the deployment by itself. */
  startBlock?: number;
  pollIntervalMs: number;
  /** Within this time every agent is compared with the contract; a day if not given. */
  reconcileRoundMs?: number;
  /** `readUrl`: a replica of the PostgreSQL at `databaseUrl`, from which requests are answered. */
  database: { databaseUrl?: string; readUrl?: string; dataDir: string };
  /** A replica that lags further is not answered from. */
  maxReplicaLagMs?: number;
  logger: Logger;
  metrics: Registry;
  clock: Clock;
  /** Sizes that tests set small to meet big cases quickly. */
  tuning?: {
    keptBlocks?: number;
    keptSeconds?: number;
    batchEvents?: number;
    severalNodesPauseMs?: number;
    rpcTimeoutMs?: number;
    delays?: { firstMs: number; maxMs: number };
    reconciliation?: Partial<ReconciliationTiming & { mendDelays: { firstMs: number; maxMs: number } }>;
    leadership?: Partial<LeadershipTimes>;
  };
};

export type Index = Awaited<ReturnType<typeof createIndex>>;

/** The index of one register: reads can begin at once, and are as old as `status` says. */
export async function createIndex(options: IndexOptions) {
  const { pollIntervalMs, logger, clock, tuning = {} } = options;
  const { databaseUrl, readUrl, dataDir } = options.database;
  const maxReplicaLagMs = options.maxReplicaLagMs ?? 10_000;
  const registryAddress = options.registryAddress.toLowerCase();
  const metrics = createIndexMetrics(options.metrics);
  const database = await openDatabase<IndexSchema>({
    databaseUrl,
    dataDir,
    fileName: FILE_NAME,
    migrations,
    onWait: (reason) => logger.warn({ reason }, "The database is out of reach; it is tried again"),
  });
  const { db, engine, sqlite } = database;
  // Both together with a poll interval or two: another process has taken over within 30 seconds.
  const leadership = { leaseMs: 10_000, maxSilenceMs: 20_000, ...tuning.leadership };
  const { leaseMs } = leadership;
  const leader =
    databaseUrl !== undefined || sqlite === undefined
      ? createPostgresLeader({ databaseUrl: databaseUrl ?? "", leaseMs })
      : createSqliteLeader({ sqlite, lockFile: path.join(dataDir, "index.lock"), leaseMs });
  const file = path.join(dataDir, FILE_NAME);

  const nodes = options.rpcUrls.map((url) =>
    createRpcNode({
      url,
      ...(tuning.rpcTimeoutMs === undefined ? {} : { timeoutMs: tuning.rpcTimeoutMs }),
      onError: ({ kind }) => metrics.rpcErrors.inc({ kind }),
    }),
  );
  const headers = createHeaders({
    onChange: (hashes) =>
      hashes === "as-told"
        ? logger.error(
            "The chain's headers have fields that are not known here: hashes are taken as nodes tell them",
          )
        : logger.info("The hashes of headers are recomputed again"),
  });
  const agreement = createAgreement({
    nodes,
    headers,
    metrics: createAgreementMetrics(options.metrics),
    logger,
    clock,
  });
  const nodeChoice = createNodeChoice(nodes);
  const sharedStatus = createSharedStatus({ db, engine, clock, registryAddress });
  const syncStatus = createSyncStatus({ clock, pollIntervalMs });
  const { mendDelays = { firstMs: 60_000, maxMs: 3_600_000 }, ...timing } = tuning.reconciliation ?? {};
  const doubts = createDoubts({ db, intervalMs: pollIntervalMs });
  const mending = createMending({
    db,
    clock,
    logger,
    delays: mendDelays,
    onRebuild: () => metrics.rebuilds.inc(),
  });

  const loop = createSyncLoop({
    registryAddress,
    startBlock: options.startBlock,
    pollIntervalMs,
    keptBlocks: tuning.keptBlocks ?? 256,
    keptSeconds: tuning.keptSeconds ?? 600,
    batchEvents: tuning.batchEvents ?? 1_000,
    nodes,
    agreement,
    headers,
    onAgreed: nodeChoice.noteAgreed,
    roundPauseMs:
      nodes.length === 1
        ? pollIntervalMs
        : Math.max(pollIntervalMs, tuning.severalNodesPauseMs ?? SEVERAL_NODES_PAUSE_MS),
    delays: tuning.delays ?? { firstMs: 250, maxMs: 30_000 },
    leader,
    leadership,
    sharedStatus,
    syncStatus,
    mend: mending.apply,
    db,
    maxReplicaLagMs: readUrl === undefined ? 0 : maxReplicaLagMs,
    metrics,
    logger,
    clock,
  });
  const replica =
    readUrl === undefined
      ? undefined
      : openReplica({
          readUrl,
          sharedStatus,
          maxLagMs: maxReplicaLagMs,
          intervalMs: Math.min(pollIntervalMs, 1_000),
          metrics: options.metrics,
          logger,
          clock,
        });
  // A doubt that the database has dropped stays until the replica shows the mended agent, too.
  const replicaDoubts = replica && createDoubts({ db: replica.db, intervalMs: pollIntervalMs });
  const vouching = createVouching(replicaDoubts === undefined ? [doubts] : [doubts, replicaDoubts]);
  const asked = openAskedIndex({ file, databaseUrl: readUrl ?? databaseUrl, vouching });
  const reconciliation = createReconciliation({
    db,
    engine,
    registryAddress,
    nodes: nodeChoice,
    headers,
    status: loop.status,
    isLeading: loop.isLeading,
    doubts,
    mending,
    roundMs: options.reconcileRoundMs ?? 86_400_000,
    timing: { tickMs: 1_000, recentMs: 10_000, recheckMs: 60_000, ...timing },
    metrics: createReconciliationMetrics(options.metrics),
    logger,
    clock,
  });

  return {
    asked,
    /** The database that is written, if requests are answered from a replica of it. */
    openPrimary: replica && createOpenAtBlock({ engine, lookups: db, slow: db, vouching }),
    status: (): IndexStatus => {
      const status = replica && replicaDoubts ? withDoubts(replica.status(), replicaDoubts) : loop.status();
      return withDoubts(status, doubts);
    },
    /** Whether this process writes the index. */
    isLeading: loop.isLeading,
    isSafe: createSafeBlock({ nodes, clock }),
    getBlockTime: createBlockTimes(nodes),
    /**
     * Learns how the index stands if another process leads, so that the first request is answered like any later one:
     * proxies send requests as soon as the port is open. Never throws.
     */
    async look(): Promise<void> {
      // The doubts first: no agent may be answered for that the other processes do not answer for.
      const looks = [doubts.refresh, replicaDoubts?.refresh, loop.look, replica?.look];
      const lookAtAll = async () => {
        for (const look of looks) await look?.();
      };
      // Whatever failed, or took too long, is tried again after the start, and reported there.
      await within(LOOK_TIMEOUT_MS, lookAtAll).catch(() => {});
    },
    /** Begins to sync with the chain. A fault of a node is logged and tried again, never thrown. */
    start(): void {
      loop.start();
      doubts.start();
      replica?.start();
      replicaDoubts?.start();
      reconciliation.start();
    },
    async stop(): Promise<void> {
      await reconciliation.stop();
      await doubts.stop();
      await replicaDoubts?.stop();
      await replica?.stop();
      await loop.stop();
      await leader.close();
      await asked.close();
      await database.close();
    },
  };
}
