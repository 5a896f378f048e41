import {
  createClientIp,
  createLogger,
  createMetrics,
  createRateLimiter,
  openDatabase,
  systemClock,
} from "@agent-registry/service";
import { zeroAddress } from "viem";
import { createApp } from "../app.ts";
import { createResponseBuffer } from "../http/response-buffer.ts";
import { createResponseCache } from "../http/response-cache.ts";
import { migrations } from "../index/migrations.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import type { IndexSchema } from "../index/schema.ts";
import { createProofs } from "../proofs/create-proofs.ts";
import { createVouching } from "../reconcile/doubts.ts";

/** The app as it runs, over an index that counts as caught up without a chain. */
export async function openBenchApp(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  trustProxyHops?: number;
}) {
  const { dataDir } = options;
  const database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  const place = { file: `${dataDir}/index.sqlite`, databaseUrl: options.databaseUrl };
  const index = openAskedIndex({ ...place, vouching: createVouching([]) });
  const logger = createLogger({ name: "bench", level: "silent" });
  const limitPerMinute = 1_000_000_000;
  const cache = createResponseCache({ clock: systemClock });
  const app = createApp({
    index,
    status: () => ({
      indexedBlock: 1,
      headBlock: 1,
      headTimestamp: 1,
      lastAnswerAtMs: Date.now(),
      isCaughtUp: true,
      lastCaughtUpAtMs: Date.now(),
      isBuilding: false,
      rewindCount: 0,
      problem: null,
      lastReportAtMs: Date.now(),
      isDatabaseGone: false,
      nodesDisagree: false,
      lastComparedAtMs: null,
      areHashesUnchecked: false,
    }),
    proofs: createProofs({ nodes: [], registryAddress: zeroAddress, logger }),
    blocks: { isSafe: async () => true, getTime: async () => 1 },
    cache,
    buffer: createResponseBuffer({ folder: `${dataDir}/responses` }),
    clock: systemClock,
    clientIp: createClientIp({ trustProxyHops: options.trustProxyHops ?? 0 }),
    logger,
    metrics: createMetrics(),
    registryAddress: zeroAddress,
    rpcUrl: "http://127.0.0.1",
    limitPerMinute,
    limiter: createRateLimiter({ limitPerMinute, clock: systemClock }),
    nodeCount: 1,
    publicUrls: { api: "http://127.0.0.1", dashboard: "http://127.0.0.1" },
    hasMetricsPort: false,
    isStopping: () => false,
  });
  return {
    app,
    cache,
    async close(): Promise<void> {
      await index.close();
      await database.close();
    },
  };
}
