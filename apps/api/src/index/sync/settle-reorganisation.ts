import type { Clock, Logger } from "@agent-registry/service";
import type { ChainReader } from "../../chain/chain-reader.ts";
import { findDeploymentBlock, requireRegistry } from "../../chain/find-registry.ts";
import type { BlockHeader } from "../../chain/node-answers.ts";
import type { BlockRef } from "../../chain/read-range.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { IndexWriter } from "../apply/index-writer.ts";
import type { BlockRow } from "../schema.ts";
import type { IndexMetrics } from "./index-metrics.ts";
import type { SyncStatus } from "./sync-status.ts";

export type SyncOptions = {
  registryAddress: string;
  startBlock?: number | undefined;
  /**
   * Blocks count as settled, are read in ranges and are not taken back one by one, if they are both
   * `keptBlocks` and `keptSeconds` below the head.
   */
  keptBlocks: number;
  keptSeconds: number;
  /** One transaction's worth of events; the API answers in between. */
  batchEvents: number;
  pollIntervalMs: number;
  syncStatus: SyncStatus;
  metrics: IndexMetrics;
  logger: Logger;
  clock: Clock;
};

/** What one sync step works with: one node to read from, and the index to write to. */
export type SyncContext = {
  /** The newest block that the nodes agree on. */
  head: BlockHeader;
  /** A newer one, if they agree on one by now and this step's node has it. */
  findNewerHead: () => Promise<BlockHeader | undefined>;
  reader: ChainReader;
  /** The other nodes that have the head, asked if this one's answer is in doubt. */
  others: ChainReader[];
  writer: IndexWriter;
};

type Context = SyncContext & {
  /**
   * Whether the node is asked for the checkpoint. It need not be after a step that succeeded: blocks that are
   * read next name their parents. If they do not follow on the checkpoint, that step fails, and the next one
   * compares.
   */
  mustCompare: boolean;
};

/**
 * Brings the index onto the chain that the nodes agree on, before anything is read. As a rule there is nothing
 * to do; after a reorganisation blocks are taken back; if the chain is another one, the index starts over.
 */
export function createSettleReorganisation(options: SyncOptions) {
  const { registryAddress, syncStatus, metrics, logger } = options;

  /** Returns the block from which to go on, or `behind` if the nodes have fewer blocks than the index. */
  return async function settleReorganisation(context: Context): Promise<BlockRow | "behind"> {
    const { reader, writer, head } = context;
    const [identity, checkpoint] = await Promise.all([writer.findIdentity(), writer.findCheckpoint()]);
    const isOurs =
      identity?.registryAddress === registryAddress &&
      (options.startBlock === undefined || identity.startBlock === options.startBlock);
    if (checkpoint === undefined || !isOurs)
      return startOver(context, "The index is empty or of another register");
    if (!context.mustCompare && head.number > checkpoint.number) return checkpoint;

    const known = head.number >= checkpoint.number ? [checkpoint] : await writer.getKnownBlocks();
    const ours = findCommonHeight({ known, head, genesisHash: identity.genesisHash });
    const theirs = ours.number === head.number ? head : await reader.getBlock(ours.number);
    const course = chooseCourse({ checkpoint, head, ours, theirs });
    if (course === "take-back") return undoToCommonAncestor(context);
    return course === "go-on" ? checkpoint : "behind";
  };

  async function undoToCommonAncestor(context: Context): Promise<BlockRow> {
    const { reader, writer } = context;
    const known = await writer.getKnownBlocks();
    const ancestor = await findAncestor({ reader, known });
    const newest = known[0];
    if (newest === undefined || ancestor === undefined) return startOver(context, "The chain was reset");
    await writer.undoTo(ancestor);
    metrics.reorgs.inc();
    const depth = newest.number - ancestor.number;
    logger.warn({ depth, block: ancestor.number, rpc: reader.name }, "The chain was reorganised");
    return ancestor;
  }

  async function startOver(context: Context, reason: string): Promise<BlockRow> {
    const { reader, writer, head } = context;
    const [identity, checkpoint] = await Promise.all([writer.findIdentity(), writer.findCheckpoint()]);
    const isSameRegister = identity?.registryAddress === registryAddress;
    // One node that denies old blocks must not destroy the index.
    if (checkpoint !== undefined && isSameRegister && (await isKnownToOthers(context, checkpoint))) {
      throw new RpcError("untrue", "The node does not know a block that the others have");
    }
    syncStatus.startedOver();
    if (checkpoint !== undefined) {
      metrics.rebuilds.inc();
      logger.warn({ reason, rpc: reader.name }, "The index is built anew");
      // Now, and not when the new start is found: until then the API would answer from a chain that is gone.
      await writer.clear();
    }
    await requireRegistry(reader, registryAddress);
    const startBlock = Math.max(
      1,
      options.startBlock ?? (await findDeploymentBlock({ reader, head: head.number })),
    );
    logger.info({ reason, block: startBlock, rpc: reader.name }, "The index is filled from the chain");
    const start = await describeStart(reader, startBlock);
    await writer.startOver({
      identity: { ...start, registryAddress, startBlock: options.startBlock ?? startBlock },
      anchor: start.anchor,
    });
    return { ...start.anchor, last_sequence: 0, last_agent_id: 0 };
  }
}

async function isKnownToOthers({ others }: Context, { number, hash }: BlockRow): Promise<boolean> {
  const answers = await Promise.allSettled(others.map((other) => other.findBlock(number)));
  return answers.some((answer) => answer.status === "fulfilled" && answer.value?.hash === hash);
}

async function describeStart(reader: ChainReader, startBlock: number) {
  const [chainId, genesis, anchor] = await Promise.all([
    reader.getChainId(),
    reader.getBlock(0),
    reader.getBlock(startBlock - 1),
  ]);
  const { number, hash, timestamp } = anchor;
  return { chainId, genesisHash: genesis.hash, anchor: { number, hash, timestamp } };
}

/**
 * The newest of our blocks that is also the node's, by bisection: all older blocks are the same, all newer
 * ones differ. Undefined if even the oldest differs.
 */
async function findAncestor<B extends { number: number; hash: string }>(options: {
  reader: ChainReader;
  /** Newest first. */
  known: B[];
}): Promise<B | undefined> {
  const { reader, known } = options;
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const block = known[middle];
    if (block === undefined) break;
    const theirs = await reader.findBlock(block.number);
    if (theirs?.hash === block.hash) high = middle;
    else low = middle + 1;
  }
  return known[low];
}

/**
 * - `go-on`: the nodes have the index's newest block, and perhaps newer ones
 * - `behind`: they have older blocks of the index alone, which says nothing about the newer ones
 * - `take-back`: they have another block at a height of the index
 */
type Course = "go-on" | "behind" | "take-back";

/** The newest of our blocks at or below the nodes' head; the chain's first one if we remember none so old. */
export function findCommonHeight<B extends BlockRef>(options: {
  /** Newest first. */
  known: B[];
  head: BlockRef;
  genesisHash: string;
}): BlockRef {
  const { known, head, genesisHash } = options;
  return known.find(({ number }) => number <= head.number) ?? { number: 0, hash: genesisHash };
}

/** What to do with the index, given the block that both have at the same height. */
export function chooseCourse(options: {
  checkpoint: BlockRef;
  head: BlockRef;
  ours: BlockRef;
  theirs: BlockRef;
}): Course {
  const { checkpoint, head, ours, theirs } = options;
  if (ours.hash !== theirs.hash) return "take-back";
  return head.number < checkpoint.number ? "behind" : "go-on";
}
