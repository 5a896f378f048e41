import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import { createBackOff } from "../chain/back-off.ts";
import { createChainReader } from "../chain/chain-reader.ts";
import { ChainReorganised } from "../chain/read-blocks.ts";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";
import type { IndexStatus } from "../index-store/index-status.ts";
import type { IndexSchema } from "../index-store/schema.ts";
import { InconsistentLogs } from "../index-store/write/change.ts";
import { createIndexWriter, type IndexWriter } from "../index-store/write/index-writer.ts";
import { type LeaderSession, LostLeadership, type TryLead } from "../index-store/write/leader-session.ts";
import type { SharedStatus } from "./shared-status.ts";
import type { SyncOptions } from "./sync-context.ts";
import { createSyncStep } from "./sync-step.ts";

/** After so many contradictions in a row the index itself is taken to be wrong, and built anew. */
const MAX_CONTRADICTIONS = 5;

type Options = SyncOptions & {
  nodes: RpcNode[];
  /** The first wait after a failure, and the longest. */
  delays: { firstMs: number; maxMs: number };
  tryLead: TryLead;
  sharedStatus: SharedStatus;
  db: Kysely<IndexSchema>;
};

/** While this process leads it writes the index; otherwise it reads how the leader stands. */
export function createSyncLoop(options: Options) {
  const { nodes, delays, tryLead, sharedStatus, db, syncStatus, metrics, logger, pollIntervalMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff({ baseMs: delays.firstMs, maxMs: delays.maxMs });
  const syncStep = createSyncStep(options);
  let session: LeaderSession | null = null;
  let writer: IndexWriter | null = null;
  /** What the leader last published; null while this process leads. */
  let leaderStatus: IndexStatus | null = null;
  let nodeIndex = 0;
  let failures = 0;
  let contradictions = 0;
  let reachedAtFailure: number | null = null;

  const readerOf = (node: RpcNode, tries?: number) =>
    createChainReader({
      node,
      ...(tries === undefined ? {} : { tries }),
      registryAddress: options.registryAddress,
      retryDelayMs: delays.firstMs,
      signal,
    });

  /** The writer if this process leads, or now can; null while another one does. */
  async function lead(): Promise<IndexWriter | null> {
    if (writer !== null) return writer;
    session = await tryLead();
    if (session === null) return null;
    if (leaderStatus !== null) syncStatus.restore(leaderStatus);
    leaderStatus = null;
    metrics.isLeader.set(1);
    logger.info("This process indexes");
    const { keptBlocks, keptSeconds } = options;
    writer = createIndexWriter({ session, db, keptBlocks, keptSeconds });
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
    const ownWriter = await lead();
    if (ownWriter === null) {
      leaderStatus = await sharedStatus.read();
      return pollIntervalMs;
    }
    const node = nodes[nodeIndex % nodes.length];
    if (node === undefined) throw new Error("No RPC node is configured");
    const outcome = await syncStep({
      reader: readerOf(node),
      others: nodes.filter((other) => other !== node).map((other) => readerOf(other, 1)),
      writer: ownWriter,
      isKnownToOtherNodes: async ({ number, hash }) => {
        const others = nodes
          .filter((other) => other !== node)
          .map((other) => readerOf(other).findBlock(number));
        const answers = await Promise.allSettled(others);
        return answers.some((answer) => answer.status === "fulfilled" && answer.value?.hash === hash);
      },
    });
    if (outcome === "lagging") nodeIndex += 1;
    await sharedStatus.publish(syncStatus.read());
    backOff.reset();
    failures = 0;
    contradictions = 0;
    return pollIntervalMs;
  }

  /** Decides what a failed round means; returns how long to wait before the next. */
  async function recover(error: unknown): Promise<number> {
    const reached = syncStatus.read().indexedBlock;
    // Waits grow only while the index makes no progress at all.
    if (reached !== reachedAtFailure) {
      backOff.reset();
      failures = 0;
      contradictions = 0;
    }
    reachedAtFailure = reached;
    failures += 1;
    if (error instanceof ChainReorganised && failures <= 3) return 0;
    if (error instanceof LostLeadership) await resign();
    if (error instanceof InconsistentLogs) await countContradiction(error);
    const reason = error instanceof Error ? error.message : String(error);
    const isExpected =
      error instanceof RpcError || error instanceof ChainReorganised || error instanceof LostLeadership;
    syncStatus.failed(isExpected ? reason : "The index could not be brought up to date");
    const details = {
      rpc: nodes[nodeIndex % nodes.length]?.name,
      reason,
      ...(error instanceof RpcError && { said: error.said }),
      ...(isExpected ? {} : { err: error }),
    };
    logger.warn(details, "The index could not follow the chain; it tries again");
    await Promise.resolve(writer && sharedStatus.publish(syncStatus.read())).catch(() => {});
    nodeIndex += 1;
    // The next node is tried at once; the loop waits when all have failed.
    return failures % nodes.length === 0 || !(error instanceof RpcError) ? backOff.next() : 0;
  }

  async function countContradiction(error: InconsistentLogs): Promise<void> {
    contradictions += 1;
    if (contradictions < MAX_CONTRADICTIONS || writer === null) return;
    contradictions = 0;
    logger.error({ reason: error.message }, "Logs and index contradict each other; the index is built anew");
    syncStatus.startedOver();
    metrics.rebuilds.inc();
    await writer.clear();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const delayMs = await round().catch(async (error) => {
        if (signal.aborted) return 0;
        // Recovering may fail as well, such as when the database is down: then the loop tries again later.
        return recover(error).catch(() => backOff.next());
      });
      const { headBlock, indexedBlock, lastAnswerAtMs } = status();
      metrics.lagBlocks.set(Math.max(0, (headBlock ?? 0) - (indexedBlock ?? 0)));
      if (lastAnswerAtMs !== null) metrics.lagSeconds.set((options.clock.now() - lastAnswerAtMs) / 1000);
      await setTimeout(delayMs, undefined, { signal }).catch(() => {});
    }
  }

  function status(): IndexStatus {
    return leaderStatus ?? syncStatus.read();
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
