// The API as it runs, over a store that is taken for caught up.
import {
  createClientIp,
  createLogger,
  createMetrics,
  type Database,
  systemClock,
} from "@agent-registry/service";
import { zeroAddress } from "viem";
import { createAnswerCache } from "../apps/api/src/answers/answer-cache.ts";
import { createSpool } from "../apps/api/src/answers/spool.ts";
import { createApp } from "../apps/api/src/app.ts";
import { createReader } from "../apps/api/src/index-store/create-reader.ts";
import type { IndexSchema } from "../apps/api/src/index-store/schema.ts";

export function createBenchApp({ database, dataDir }: { database: Database<IndexSchema>; dataDir: string }) {
  const logger = createLogger({ name: "bench", level: "silent" });
  const cache = createAnswerCache({ clock: systemClock });
  const app = createApp({
    reader: createReader({ database, file: `${dataDir}/index.sqlite` }).methods,
    status: () => ({
      indexedBlock: 1,
      headBlock: 1,
      headTimestamp: 1,
      lastAnswerAtMs: Date.now(),
      isCaughtUp: true,
      problem: null,
    }),
    cache,
    spool: createSpool({ folder: `${dataDir}/spool`, logger }),
    clock: systemClock,
    clientIp: createClientIp({ trustProxyHops: 0 }),
    logger,
    metrics: createMetrics(),
    registryAddress: zeroAddress,
    rpcUrl: "http://127.0.0.1",
    limitPerMinute: 1_000_000_000,
  });
  return { app, cache };
}
