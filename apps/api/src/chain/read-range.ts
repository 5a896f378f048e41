import { setTimeout } from "node:timers/promises";
import type { ChainReader } from "./chain-reader.ts";
import type { BlockHeader, ChainLog } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";

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

/** How long other nodes are waited for: they only check what the first one said. */
const MAX_WAIT_MS = 3_000;

/** The first answer that one of the other nodes gives, in their order; undefined if none does in time. */
export async function askOthers<T>(
  others: ChainReader[],
  ask: (reader: ChainReader) => Promise<T>,
): Promise<T | undefined> {
  if (others.length === 0) return undefined;
  const inTime = new AbortController();
  const waited = setTimeout(MAX_WAIT_MS, undefined, { signal: inTime.signal }).catch(() => undefined);
  const answer = (async () => {
    for (const reader of others) {
      try {
        return await ask(reader);
      } catch {
        // Down, behind or on another chain: the next one may know.
      }
      if (inTime.signal.aborted) break;
    }
    return undefined;
  })();
  const first = await Promise.race([answer, waited]);
  inTime.abort();
  return first;
}

export function sameLogs(a: ChainLog[], b: ChainLog[]): boolean {
  return a.length === b.length && a.every((log, i) => isSameLog(log, b[i]));
}

/** A log's place in the chain says which it is. */
function isSameLog(a: ChainLog, b: ChainLog | undefined): boolean {
  return a.logIndex === b?.logIndex && a.blockHash === b.blockHash;
}

/** The first log of `others` that `logs` lack. Both are in the chain's order. */
function findMissingLog(logs: ChainLog[], others: ChainLog[]): ChainLog | undefined {
  const known = new Set(logs.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`));
  return others.find(({ blockHash, logIndex }) => !known.has(`${blockHash} ${logIndex}`));
}

/** As many logs as parse in a few milliseconds, so that the API can answer in between. */
const TARGET_LOGS = 1_000;
const MAX_BLOCKS = 1_000_000;
/** After this number of good answers in a row the limit that a node once named is raised. */
const GOOD_RANGES_BEFORE_RETRY = 50;

/** How many blocks to ask for at once: as many as the node allows and we can take in. */
export function createRangeSize({ initialBlocks = 50 }: { initialBlocks?: number } = {}) {
  let blocks = initialBlocks;
  let ceiling = MAX_BLOCKS;
  let successes = 0;

  return {
    get blocks(): number {
      return blocks;
    },
    succeeded({ asked, logs }: { asked: number; logs: number }): void {
      successes += 1;
      if (successes % GOOD_RANGES_BEFORE_RETRY === 0) ceiling = Math.min(MAX_BLOCKS, ceiling * 2);
      if (logs > TARGET_LOGS) blocks = Math.max(1, Math.floor((asked * TARGET_LOGS) / logs));
      // A short last range says nothing about long ones.
      else if (asked >= blocks) {
        const wanted = logs === 0 ? blocks * 4 : Math.floor((asked * TARGET_LOGS) / logs);
        blocks = Math.max(1, Math.min(ceiling, blocks * 4, wanted));
      }
    },
    /** False if the range cannot get any smaller. */
    tooLarge(asked: number): boolean {
      successes = 0;
      ceiling = Math.max(1, Math.floor(asked / 2));
      blocks = Math.min(blocks, ceiling);
      return asked > 1;
    },
  };
}
