import { setImmediate } from "node:timers/promises";
import type { Clock, Logger } from "@agent-registry/service";
import type { ChainReader } from "../../chain/chain-reader.ts";
import { decodeEvent, type RegistryEvent } from "../../chain/decode-event.ts";
import type { BlockHeader } from "../../chain/node-answers.ts";
import { createBlocksReader } from "../../chain/read-blocks.ts";
import { type BlockRef, createRangeSize, type RangeRead, readRange } from "../../chain/read-range.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { IndexWriter, NewBlock } from "../apply/index-writer.ts";
import { createSettleReorganisation, type SyncContext, type SyncOptions } from "./settle-reorganisation.ts";

/** One transaction's worth of recent blocks, and one batch's worth of headers. */
const BLOCKS_AT_ONCE = 60;

/** A sync step looks at the chain through one node and brings the index up to the head that it finds there. */
export function createSyncStep(options: SyncOptions) {
  const { batchEvents, pollIntervalMs, syncStatus, metrics, logger, clock } = options;
  const rangeSize = createRangeSize();
  const readBlocks = createBlocksReader({
    registryAddress: options.registryAddress,
    onCorrected: ({ number, rpc }) =>
      logger.warn(
        { block: number, rpc },
        "The node left out logs of a block; they were read from its receipts or another node",
      ),
  });
  const settleReorganisation = createSettleReorganisation(options);
  let hasSucceeded = false;
  /** The rewind count when the index last was complete; not known after a start. */
  let completeRewindCount: number | null = null;

  /** Asks for less until the node can give it. */
  async function readNextRange(
    { reader, others }: Pick<SyncContext, "reader" | "others">,
    after: BlockRef,
    settled: number,
  ): Promise<RangeRead> {
    for (;;) {
      const toBlock = Math.min(after.number + rangeSize.blocks, settled);
      const asked = toBlock - after.number;
      try {
        const range = await readRange({ reader, others, after, toBlock });
        rangeSize.succeeded({ asked, logs: range.logs.length });
        return range;
      } catch (error) {
        if (!(error instanceof RpcError) || error.kind !== "range" || !rangeSize.tooLarge(asked)) throw error;
        const { message: reason, said } = error;
        logger.debug({ reason, said, blocks: rangeSize.blocks }, "Asking for fewer blocks at once");
      }
    }
  }

  /** One transaction; requests are answered after it. */
  async function write(writer: IndexWriter, events: RegistryEvent[], blocks: NewBlock[]): Promise<void> {
    await writer.apply({ events, blocks });
    syncStatus.indexed(blocks.at(-1)?.number ?? 0);
    metrics.eventsApplied.inc(events.length);
    await setImmediate();
  }

  async function applyRange({ logs, to }: RangeRead, writer: IndexWriter): Promise<void> {
    let events: RegistryEvent[] = [];
    for (const [i, log] of logs.entries()) {
      const event = decodeEvent(log);
      if (event !== null) events.push(event);
      // Only whole blocks: the checkpoint names a block.
      if (events.length < batchEvents || logs[i + 1]?.blockNumber === log.blockNumber) continue;
      if (log.blockNumber === to.number) break;
      const timestamp = events.at(-1)?.timestamp ?? 0;
      await write(writer, events, [{ number: log.blockNumber, hash: log.blockHash, timestamp }]);
      events = [];
    }
    await write(writer, events, [to]);
  }

  /** From far behind up to where blocks may still be reorganised; reads ahead while it writes. */
  async function backFill(context: SyncContext, start: BlockRef): Promise<BlockHeader> {
    const { reader, writer, head: firstHead } = context;
    let head = firstHead;
    let after = start;
    let seenAtMs = clock.now();
    const firstSettled = await findSettledBlock({ ...options, reader, head, after: start.number });
    const settled = () => head.number - (firstHead.number - firstSettled);
    const progress = createProgressLog({ logger, clock, from: start.number });
    let next: Promise<RangeRead> | undefined;
    while (after.number < settled()) {
      const range = await (next ?? readNextRange(context, after, settled()));
      after = { number: range.to.number, hash: range.to.hash };
      next = after.number < settled() ? readNextRange(context, after, settled()) : undefined;
      // Awaited in the next turn only: until then an unhandled rejection would end the process.
      next?.catch(() => {});
      await applyRange(range, writer);
      progress.advanced({ block: after.number, target: head.number, events: range.logs.length });
      if (clock.now() - seenAtMs >= pollIntervalMs) {
        head = (await context.findNewerHead()) ?? head;
        seenAtMs = clock.now();
        syncStatus.headSeen(head);
      }
    }
    return head;
  }

  async function followHead(
    { reader, others, writer }: SyncContext,
    start: BlockRef,
    head: BlockHeader,
  ): Promise<void> {
    let after = start;
    while (after.number < head.number) {
      const toBlock = Math.min(after.number + BLOCKS_AT_ONCE, head.number);
      const { headers, logs } = await readBlocks({ reader, others, after, toBlock, known: head });
      const events = logs.flatMap((log) => decodeEvent(log) ?? []);
      await write(writer, events, headers);
      after = headers.at(-1) ?? head;
    }
  }

  return async function syncStep(context: SyncContext): Promise<"caught-up" | "behind"> {
    const { writer, head } = context;
    const mustCompare = !hasSucceeded;
    hasSucceeded = false;
    const start = await settleReorganisation({ ...context, mustCompare });
    if (start === "behind") return "behind";
    const rewindCount = await writer.getRewindCount();
    syncStatus.rewound(rewindCount);
    syncStatus.indexed(start.number);
    syncStatus.headSeen(head);
    const newest = await backFill(context, start);
    const checkpoint = await writer.findCheckpoint();
    if (checkpoint === undefined) throw new Error("The checkpoint is gone");
    await followHead(context, checkpoint, newest);
    if (rewindCount !== completeRewindCount) {
      // After blocks were taken back the index lacked some until now: answers from that time are void, too.
      completeRewindCount = await writer.countRewind();
      syncStatus.rewound(completeRewindCount);
    }
    await writer.prune();
    syncStatus.reachedHead();
    hasSucceeded = true;
    return "caught-up";
  };
}

/**
 * A block that is old enough to count as settled, both by the number of blocks on top of it and by time: chains
 * differ in how many blocks come in ten minutes. As a rule it is older than it need be, by half at most. If there is
 * none after the index's own, that one.
 */
export async function findSettledBlock(options: {
  reader: ChainReader;
  head: BlockHeader;
  /** The index's newest block. */
  after: number;
  keptBlocks: number;
  keptSeconds: number;
}): Promise<number> {
  const { reader, head, after, keptBlocks, keptSeconds } = options;
  for (let distance = Math.max(1, keptBlocks); head.number - distance > after; distance *= 2) {
    const number = head.number - distance;
    const { timestamp } = await reader.getBlock(number);
    if (head.timestamp - timestamp >= keptSeconds) return number;
  }
  return after;
}

const PROGRESS_EVERY_MS = 5_000;

/** Logs every few seconds how far a back-fill is. */
function createProgressLog({ logger, clock, from }: { logger: Logger; clock: Clock; from: number }) {
  const startedAtMs = clock.now();
  let loggedAtMs = startedAtMs;
  let events = 0;

  return {
    advanced(step: { block: number; target: number; events: number }): void {
      events += step.events;
      const nowMs = clock.now();
      if (nowMs - loggedAtMs < PROGRESS_EVERY_MS) return;
      loggedAtMs = nowMs;
      const seconds = (nowMs - startedAtMs) / 1000;
      const blocksPerSecond = (step.block - from) / seconds;
      logger.info(
        {
          block: step.block,
          target: step.target,
          eventsPerSecond: Math.round(events / seconds),
          blocksPerSecond: Math.round(blocksPerSecond),
          remainingSeconds: Math.ceil((step.target - step.block) / blocksPerSecond),
        },
        "Reading the chain's past",
      );
    },
  };
}
