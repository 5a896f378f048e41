import { tmpdir } from "node:os";
import path from "node:path";
import { API_PORT, DASHBOARD_PORT } from "@agent-registry/protocol";
import { createLogger, createMetrics, createRateLimiter } from "@agent-registry/service";
import { type AppDeps, createApp } from "../app.ts";
import { createResponseBuffer } from "../http/response-buffer.ts";
import { createResponseCache } from "../http/response-cache.ts";
import type { IndexStatus } from "../index/index-status.ts";
import { createProofs } from "../proofs/create-proofs.ts";
import type { Doubts } from "../reconcile/doubts.ts";
import { createTestIndex } from "./test-asked-index.ts";
import { TEST_NOW, type TestRegister, testAddress, toTestTime } from "./test-rows.ts";

export const TEST_REGISTRY = testAddress(0x4e61);

/** Blocks up to this one are final. */
export const TEST_SAFE_BLOCK = 80;

type TestApiOptions = TestRegister & Partial<AppDeps> & { maxMemoryLength?: number; doubts?: Doubts };

/** The whole app over the rows of a made-up register, with a clock and an index status that the test sets. */
export function createTestApi({ maxMemoryLength, ...options }: TestApiOptions = {}) {
  const time = { nowMs: TEST_NOW * 1000 };
  const clock = { now: () => time.nowMs };
  const status: IndexStatus = {
    indexedBlock: 100,
    headBlock: 100,
    headTimestamp: TEST_NOW,
    lastAnswerAtMs: time.nowMs,
    isCaughtUp: true,
    lastCaughtUpAtMs: time.nowMs,
    isBuilding: false,
    rewindCount: 0,
    problem: null,
    lastReportAtMs: time.nowMs,
    isDatabaseGone: false,
    nodesDisagree: false,
    lastComparedAtMs: null,
    areHashesUnchecked: false,
  };
  const logger = createLogger({ name: "test", level: "silent" });
  const { limitPerMinute = 1_000_000 } = options;
  const cache = createResponseCache({ clock });
  const index = createTestIndex(options);
  const app = createApp({
    index,
    status: () => status,
    proofs: createProofs({ nodes: [], registryAddress: TEST_REGISTRY, logger }),
    blocks: {
      isSafe: async (block) => block <= TEST_SAFE_BLOCK,
      getTime: async (block) => toTestTime(block),
    },
    cache,
    buffer: createResponseBuffer({
      // Another user of this machine could not write into the same one.
      folder: path.join(tmpdir(), `agent-registry-responses-${process.getuid?.()}`),
      ...(maxMemoryLength === undefined ? {} : { maxMemoryLength }),
    }),
    clock,
    clientIp: (c) => c.req.header("x-test-ip") ?? "127.0.0.1",
    logger,
    // The metrics of the process would watch it until it ends.
    metrics: createMetrics({ isProcessWatched: false }),
    registryAddress: TEST_REGISTRY,
    rpcUrl: "https://rpc.example",
    limitPerMinute,
    limiter: createRateLimiter({ limitPerMinute, clock }),
    nodeCount: 1,
    publicUrls: {
      api: `http://localhost:${API_PORT}`,
      dashboard: `http://localhost:${DASHBOARD_PORT}`,
    },
    hasMetricsPort: false,
    isStopping: () => false,
    ...options,
  });

  return {
    app,
    cache,
    /** Changes rows of the index, as the leader does. */
    execute: index.execute,
    status,
    time,
    /** Lets time pass while the chain goes on answering. */
    pass(ms: number): void {
      time.nowMs += ms;
      status.lastAnswerAtMs = time.nowMs;
      status.lastCaughtUpAtMs = time.nowMs;
      status.lastReportAtMs = time.nowMs;
    },
    /** Lets time pass in which no RPC node answers. */
    passInSilence(ms: number): void {
      time.nowMs += ms;
      status.lastReportAtMs = time.nowMs;
    },
    async get(url: string, headers: Record<string, string> = {}) {
      const response = await app.request(url, { headers });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === "" ? null : JSON.parse(text),
      };
    },
  };
}
