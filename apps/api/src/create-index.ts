import path from "node:path";
import { type Clock, type Logger, openDatabase } from "@agent-registry/service";
import type { Registry } from "prom-client";
import type { Address } from "viem";
import { createRpcNode } from "./chain/rpc-node.ts";
import type { IndexReader } from "./index-store/index-reader.ts";
import type { IndexStatus } from "./index-store/index-status.ts";
import { migrations } from "./index-store/migrations.ts";
import { createReader } from "./index-store/read/create-reader.ts";
import type { IndexSchema } from "./index-store/schema.ts";
import { createPostgresLeader } from "./index-store/write/postgres-leader.ts";
import { createSqliteLeader } from "./index-store/write/sqlite-leader.ts";
import { createIndexMetrics } from "./sync/index-metrics.ts";
import { createSharedStatus } from "./sync/shared-status.ts";
import { createSyncLoop } from "./sync/sync-loop.ts";
import { createSyncStatus } from "./sync/sync-status.ts";

const FILE_NAME = "index.sqlite";

export type IndexOptions = {
  rpcUrls: readonly string[];
  registryAddress: Address;
  /** If not given, the index finds the block of the deployment by itself. */
  startBlock?: number;
  pollIntervalMs: number;
  database: { databaseUrl?: string; dataDir: string };
  logger: Logger;
  metrics: Registry;
  clock: Clock;
  /** Sizes that tests set small to meet big cases quickly. */
  tuning?: {
    keptBlocks?: number;
    keptSeconds?: number;
    batchEvents?: number;
    lagGracePeriodMs?: number;
    rpcTimeoutMs?: number;
    delays?: { firstMs: number; maxMs: number };
  };
};

export type Index = {
  reader: IndexReader;
  status(): IndexStatus;
  /** Begins to sync with the chain; never throws, whatever the chain does. */
  start(): void;
  stop(): Promise<void>;
};

/** The index of one register: reads can begin at once, and are as old as `status` says. */
export async function createIndex(options: IndexOptions): Promise<Index> {
  const { pollIntervalMs, logger, clock, tuning = {} } = options;
  const { databaseUrl, dataDir } = options.database;
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
  const tryLead =
    databaseUrl !== undefined || sqlite === undefined
      ? createPostgresLeader({ databaseUrl: databaseUrl ?? "" })
      : createSqliteLeader({ sqlite, lockFile: path.join(dataDir, "index.lock") });
  const reader = createReader({ database, file: path.join(dataDir, FILE_NAME) });

  const loop = createSyncLoop({
    registryAddress,
    startBlock: options.startBlock,
    pollIntervalMs,
    keptBlocks: tuning.keptBlocks ?? 256,
    keptSeconds: tuning.keptSeconds ?? 600,
    batchEvents: tuning.batchEvents ?? 1_000,
    lagGracePeriodMs: tuning.lagGracePeriodMs ?? Math.max(10_000, 5 * pollIntervalMs),
    nodes: options.rpcUrls.map((url) =>
      createRpcNode({
        url,
        ...(tuning.rpcTimeoutMs === undefined ? {} : { timeoutMs: tuning.rpcTimeoutMs }),
        onError: ({ kind }) => metrics.rpcErrors.inc({ kind }),
      }),
    ),
    delays: tuning.delays ?? { firstMs: 250, maxMs: 30_000 },
    tryLead,
    sharedStatus: createSharedStatus({ db, engine, clock, registryAddress }),
    syncStatus: createSyncStatus({ clock, pollIntervalMs }),
    db,
    metrics,
    logger,
    clock,
  });

  return {
    reader: reader.methods,
    status: loop.status,
    start: loop.start,
    async stop() {
      await loop.stop();
      await reader.close();
      await database.close();
    },
  };
}
