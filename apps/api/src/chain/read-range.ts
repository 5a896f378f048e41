import { askOthers, findMissingLog, sameLogs } from "./ask-others.ts";
import type { BlockHeader } from "./block-header.ts";
import type { ChainReader } from "./chain-reader.ts";
import { RpcError } from "./rpc-error.ts";
import type { ChainLog } from "./validate-logs.ts";

const COMPARED_BLOCKS = 8;

export type BlockRef = { number: number; hash: string };
export type RangeRead = { logs: ChainLog[]; from: BlockRef; to: BlockHeader };

/**
 * Reads the logs of many settled blocks at once. A reorganisation or a reset between two calls would
 * mix two chains: so the block before the range and its last block must have the same hashes after
 * the logs were read as before.
 */
export async function readRange(options: {
  reader: ChainReader;
  /** One of them is asked for the same logs. */
  others: ChainReader[];
  /** The block before the range. */
  after: BlockRef;
  toBlock: number;
}): Promise<RangeRead> {
  const { reader, others, after, toBlock } = options;
  const fromBlock = after.number + 1;
  const before = await reader.getBlock(toBlock);
  // Asked at the same time, so that the check takes no longer.
  const theirs = askOthers(others, (other) => other.getLogs({ fromBlock, toBlock }));
  const logs = await reader.getLogs({ fromBlock, toBlock });
  await checkWhole({ reader, logs, fromBlock, toBlock });
  const [to, start] = await Promise.all([reader.getBlock(toBlock), reader.getBlock(after.number)]);
  if (to.hash !== before.hash || start.hash !== after.hash) {
    throw new RpcError("untrue", `The chain changed while blocks ${fromBlock} to ${toBlock} were read`);
  }
  const last = logs.at(-1);
  if (last !== undefined && last.blockNumber === toBlock && last.blockHash !== to.hash) {
    throw new RpcError("untrue", `The node gave logs of a dead block ${toBlock}`);
  }
  await checkHashes({ reader, logs });
  await checkAgainst({ reader, logs, theirs: (await theirs) ?? [] });
  return { logs, from: after, to };
}

/**
 * Filings keep the hash of their block. To ask for every block's header would take longer than all the rest, so some of
 * them are compared, others in each range; with a second node, all are.
 */
async function checkHashes({ reader, logs }: { reader: ChainReader; logs: ChainLog[] }): Promise<void> {
  const hashes = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
  const blocks = [...hashes];
  const chosen = Array.from({ length: Math.min(COMPARED_BLOCKS, blocks.length) }, () =>
    Math.floor(Math.random() * blocks.length),
  );
  const numbers = [...new Set(chosen)].flatMap((i) => blocks[i]?.[0] ?? []);
  if (numbers.length === 0) return;
  const { headers } = await reader.getBlocks({ numbers });
  const other = headers.find(({ number, hash }) => hashes.get(number) !== hash);
  if (other !== undefined) throw new RpcError("untrue", `The node gave logs of a dead block ${other.number}`);
}

/** Another node may know fewer logs, if it has pruned old ones, but not more of the same chain. */
async function checkAgainst(options: {
  reader: ChainReader;
  logs: ChainLog[];
  theirs: ChainLog[];
}): Promise<void> {
  const { reader, logs, theirs } = options;
  const missing = findMissingLog(logs, theirs);
  if (missing === undefined) return;
  const { blockNumber, blockHash } = missing;
  if ((await reader.getBlock(blockNumber)).hash !== blockHash) return;
  throw new RpcError("untrue", `The node left out a log of block ${blockNumber} that another node gives`);
}

/**
 * Some nodes silently cut long answers, at either end. So the blocks up to the first log and from the last
 * one on are asked for again: those answers are short, and must hold no other log.
 */
async function checkWhole(options: {
  reader: ChainReader;
  logs: ChainLog[];
  fromBlock: number;
  toBlock: number;
}): Promise<void> {
  const { reader, logs, fromBlock, toBlock } = options;
  const [first, last] = [logs[0], logs.at(-1)];
  if (first === undefined || last === undefined) return;
  const [head, tail] = await Promise.all([
    reader.getLogs({ fromBlock, toBlock: first.blockNumber }),
    reader.getLogs({ fromBlock: last.blockNumber, toBlock }),
  ]);
  const isWhole =
    sameLogs(
      head,
      logs.filter((log) => log.blockNumber === first.blockNumber),
    ) &&
    sameLogs(
      tail,
      logs.filter((log) => log.blockNumber === last.blockNumber),
    );
  if (!isWhole) throw new RpcError("range", `The node cut its answer for blocks ${fromBlock} to ${toBlock}`);
}
