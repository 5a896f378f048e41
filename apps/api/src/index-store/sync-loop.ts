import { setTimeout } from "node:timers/promises";
import type { Clock, Logger } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { createBackOff } from "../chain/back-off.ts";
import { createChainReader } from "../chain/chain-reader.ts";
import { createFollower, type FollowOptions } from "../chain/follow-chain.ts";
import { ChainMoved } from "../chain/read-blocks.ts";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";
import { InconsistentLogs } from "./change.ts";
import type { IndexStatus } from "./index-store.ts";
import { createIndexWriter, type IndexWriter } from "./index-writer.ts";
import { type LeaderSession, LostLeadership, type TryLead } from "./leader-session.ts";
import type { IndexSchema } from "./schema.ts";
import type { SharedStatus } from "./shared-status.ts";

/** After so many contradictions in a row the index itself is doubted, and built anew. */
const MAX_CONTRADICTIONS = 5;

type Options = FollowOptions & {
  nodes: RpcNode[];
  /** The first wait after a failure, and the longest. */
  delays: { firstMs: number; maxMs: number };
  tryLead: TryLead;
  shared: SharedStatus;
  db: Kysely<IndexSchema>;
  logger: Logger;
  clock: Clock;
};

/** Indexes while this process leads, and otherwise watches the one that does. */
export function createSyncLoop(options: Options) {
  const { nodes, delays, tryLead, shared, db, board, metrics, logger, pollIntervalMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff({ baseMs: delays.firstMs, maxMs: delays.maxMs });
  const pass = createFollower(options);
  let session: LeaderSession | null = null;
  let writer: IndexWriter | null = null;
  /** What the leading process last told; null while that is us. */
  let followed: IndexStatus | null = null;
  let current = 0;
  let failures = 0;
  let contradictions = 0;
  let reachedAtFailure: number | null = null;

  const readerOf = (node: RpcNode) =>
    createChainReader({
      node,
      registryAddress: options.registryAddress,
      retryDelayMs: delays.firstMs,
      signal,
    });

  async function lead(): Promise<IndexWriter | null> {
    if (writer !== null) return writer;
    session = await tryLead();
    if (session === null) return null;
    if (followed !== null) board.restore(followed);
    followed = null;
    metrics.isLeader.set(1);
    logger.info("This process indexes");
    writer = createIndexWriter({ session, db, keptBlocks: options.keptBlocks });
    return writer;
  }

  async function resign(): Promise<void> {
    metrics.isLeader.set(0);
    writer = null;
    await session?.release();
    session = null;
  }

  /** One round; returns how long to wait before the next. */
  async function round(): Promise<number> {
    const leading = await lead();
    if (leading === null) {
      followed = await shared.read();
      return pollIntervalMs;
    }
    const node = nodes[current % nodes.length];
    if (node === undefined) throw new Error("No RPC node is configured");
    const outcome = await pass({
      reader: readerOf(node),
      writer: leading,
      isKnownElsewhere: async ({ number, hash }) => {
        const others = nodes
          .filter((other) => other !== node)
          .map((other) => readerOf(other).findBlock(number));
        const answers = await Promise.allSettled(others);
        return answers.some((answer) => answer.status === "fulfilled" && answer.value?.hash === hash);
      },
    });
    if (outcome === "lagging") current += 1;
    await shared.publish(board.read());
    backOff.reset();
    failures = 0;
    contradictions = 0;
    return pollIntervalMs;
  }

  /** Decides what a failed round means; returns how long to wait before the next. */
  async function recover(error: unknown): Promise<number> {
    const reached = board.read().indexedBlock;
    // Step by step is also a way: only standing still earns longer waits.
    if (reached !== reachedAtFailure) {
      backOff.reset();
      failures = 0;
      contradictions = 0;
    }
    reachedAtFailure = reached;
    failures += 1;
    if (error instanceof ChainMoved && failures <= 3) return 0;
    if (error instanceof LostLeadership) await resign();
    if (error instanceof InconsistentLogs) await doubt(error);
    const reason = error instanceof Error ? error.message : String(error);
    const isExpected =
      error instanceof RpcError || error instanceof ChainMoved || error instanceof LostLeadership;
    board.failed(isExpected ? reason : "The index could not be brought up to date");
    const details = {
      rpc: nodes[current % nodes.length]?.name,
      reason,
      ...(error instanceof RpcError && { said: error.said }),
      ...(isExpected ? {} : { err: error }),
    };
    logger.warn(details, "The index could not follow the chain; it tries again");
    await Promise.resolve(writer && shared.publish(board.read())).catch(() => {});
    current += 1;
    // Another node is tried at once, until all have failed.
    return failures % nodes.length === 0 || !(error instanceof RpcError) ? backOff.next() : 0;
  }

  async function doubt(error: InconsistentLogs): Promise<void> {
    contradictions += 1;
    if (contradictions < MAX_CONTRADICTIONS || writer === null) return;
    contradictions = 0;
    logger.error({ reason: error.message }, "Logs and index contradict each other; the index is built anew");
    board.startedOver();
    metrics.rebuilds.inc();
    await writer.clear();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const delayMs = await round().catch(async (error) => {
        if (signal.aborted) return 0;
        // What recovers may fail as well, with the database for one; then there is only later.
        return recover(error).catch(() => backOff.next());
      });
      const { headBlock, indexedBlock, lastAnswerAtMs } = status();
      metrics.lagBlocks.set(Math.max(0, (headBlock ?? 0) - (indexedBlock ?? 0)));
      if (lastAnswerAtMs !== null) metrics.lagSeconds.set((options.clock.now() - lastAnswerAtMs) / 1000);
      await setTimeout(delayMs, undefined, { signal }).catch(() => {});
    }
  }

  function status(): IndexStatus {
    return followed ?? board.read();
  }

  let running: Promise<void> | undefined;
  return {
    status,
    start(): void {
      running ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await resign();
    },
  };
}
