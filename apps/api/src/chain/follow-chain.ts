import { setImmediate } from "node:timers/promises";
import type { Clock, Logger } from "@agent-registry/service";
import type { IndexMetrics } from "../index-store/index-metrics.ts";
import type { IndexWriter } from "../index-store/index-writer.ts";
import type { StatusBoard } from "../index-store/status-board.ts";
import { createAgreement } from "./agree-with-node.ts";
import type { BlockHeader, ChainReader } from "./chain-reader.ts";
import { decodeEvent } from "./decode-event.ts";
import { createProgressLog } from "./progress-log.ts";
import { createRangeSize } from "./range-size.ts";
import { createBlocksReader } from "./read-blocks.ts";
import { type BlockRef, type RangeRead, readRange } from "./read-range.ts";
import type { RegistryEvent } from "./registry-event.ts";
import { RpcError } from "./rpc-error.ts";

/** One transaction's worth of recent blocks. */
const BLOCKS_AT_ONCE = 64;

export type FollowOptions = {
  registryAddress: string;
  startBlock?: number | undefined;
  /** How far below the head blocks count as settled: read in ranges, and not taken back one by one. */
  keptBlocks: number;
  /** One transaction's worth of events; the API answers in between. */
  batchEvents: number;
  lagPatienceMs: number;
  pollIntervalMs: number;
  board: StatusBoard;
  metrics: IndexMetrics;
  logger: Logger;
  clock: Clock;
};

/** One look at the chain through one node, and everything that follows from it. */
export type Pass = {
  reader: ChainReader;
  writer: IndexWriter;
  /** Whether some other node has this block; asked before the index is thrown away. */
  isKnownElsewhere: (block: BlockRef) => Promise<boolean>;
};

export function createFollower(options: FollowOptions) {
  const { keptBlocks, batchEvents, pollIntervalMs, board, metrics, logger, clock } = options;
  const rangeSize = createRangeSize();
  const readBlocks = createBlocksReader(options);
  const agree = createAgreement(options);
  /** How often blocks were taken back when the index last was whole; unknown at first, after a crash for one. */
  let settledRewinds: number | null = null;

  /** Asks for less until the node can give it. */
  async function readNextRange(reader: ChainReader, after: BlockRef, settled: number): Promise<RangeRead> {
    for (;;) {
      const toBlock = Math.min(after.number + rangeSize.blocks, settled);
      const asked = toBlock - after.number;
      try {
        const range = await readRange({ reader, after, toBlock });
        rangeSize.succeeded({ asked, logs: range.logs.length });
        return range;
      } catch (error) {
        if (!(error instanceof RpcError) || error.kind !== "range" || !rangeSize.tooLarge(asked)) throw error;
        const { message: reason, said } = error;
        logger.debug({ reason, said, blocks: rangeSize.blocks }, "Asking for fewer blocks at once");
      }
    }
  }

  async function applyRange({ logs, to }: RangeRead, writer: IndexWriter): Promise<void> {
    let events: RegistryEvent[] = [];
    for (const [i, log] of logs.entries()) {
      const event = decodeEvent(log);
      if (event !== null) events.push(event);
      // Only whole blocks: the checkpoint names a block.
      if (events.length < batchEvents || logs[i + 1]?.blockNumber === log.blockNumber) continue;
      if (log.blockNumber === to.number) break;
      await writer.apply({ events, blocks: [{ number: log.blockNumber, hash: log.blockHash }] });
      board.indexed(log.blockNumber);
      metrics.eventsApplied.inc(events.length);
      events = [];
      await setImmediate();
    }
    await writer.apply({ events, blocks: [{ number: to.number, hash: to.hash }] });
    board.indexed(to.number);
    metrics.eventsApplied.inc(events.length);
    await setImmediate();
  }

  /** From far behind up to where blocks may still be reorganised; reads ahead while it writes. */
  async function backFill(
    { reader, writer }: Pass,
    start: BlockRef,
    firstHead: BlockHeader,
  ): Promise<BlockHeader> {
    let head = firstHead;
    let after = start;
    let seenAtMs = clock.now();
    const settled = () => head.number - keptBlocks;
    const progress = createProgressLog({ logger, clock, from: start.number });
    let next: Promise<RangeRead> | undefined;
    while (after.number < settled()) {
      const range = await (next ?? readNextRange(reader, after, settled()));
      after = { number: range.to.number, hash: range.to.hash };
      next = after.number < settled() ? readNextRange(reader, after, settled()) : undefined;
      // Heard here, thrown where it is awaited.
      next?.catch(() => {});
      await applyRange(range, writer);
      progress.advanced({ block: after.number, target: head.number, events: range.logs.length });
      if (clock.now() - seenAtMs >= pollIntervalMs) {
        head = await reader.getHead();
        seenAtMs = clock.now();
        board.headSeen(head);
      }
    }
    return head;
  }

  async function followHead({ reader, writer }: Pass, start: BlockRef, head: BlockHeader): Promise<void> {
    let after = start;
    while (after.number < head.number) {
      const toBlock = Math.min(after.number + BLOCKS_AT_ONCE, head.number);
      const { headers, logs } = await readBlocks({ reader, after, toBlock, known: head });
      const events = logs.flatMap((log) => decodeEvent(log) ?? []);
      await writer.apply({ events, blocks: headers });
      const last = headers.at(-1);
      if (last === undefined) return;
      after = last;
      board.indexed(last.number);
      metrics.eventsApplied.inc(events.length);
      await setImmediate();
    }
  }

  return async function pass(step: Pass): Promise<"caught-up" | "lagging"> {
    const head = await step.reader.getHead();
    const agreed = await agree({ ...step, head });
    if (agreed === "lagging") {
      board.answered();
      return "lagging";
    }
    const rewinds = await step.writer.getRewinds();
    board.rewound(rewinds);
    board.indexed(agreed.number);
    board.headSeen(head);
    const newest = await backFill(step, agreed, head);
    const checkpoint = await step.writer.findCheckpoint();
    if (checkpoint === undefined) throw new Error("The checkpoint is gone");
    await followHead(step, checkpoint, newest);
    if (rewinds !== settledRewinds) {
      // Between taking back and reading anew the index was short of blocks: what was answered then is void, too.
      settledRewinds = await step.writer.countRewind();
      board.rewound(settledRewinds);
    }
    await step.writer.prune();
    board.reachedHead();
    return "caught-up";
  };
}
