import { parseHash, parseQuantity } from "./hex.ts";
import { RpcError } from "./rpc-error.ts";

/** A log as the node gave it, checked. Hex is lower case. */
export type ChainLog = {
  blockNumber: number;
  blockHash: string;
  logIndex: number;
  transactionHash: string;
  topics: readonly string[];
  data: string;
};

type Expectation = {
  /** Lower case. */
  address: string;
  fromBlock: number;
  toBlock: number;
};

/** A node's answer may hold logs of other blocks, of removed blocks or of other contracts, or a log twice. */
export function validateLogs(answer: unknown, { address, fromBlock, toBlock }: Expectation): ChainLog[] {
  if (!Array.isArray(answer)) throw new RpcError("untrue", "The node's logs are not a list");
  const logs: ChainLog[] = [];
  let previous: ChainLog | undefined;
  let isSorted = true;
  for (const raw of answer as Record<string, unknown>[]) {
    const log = parseLog(raw, { address, previous });
    if (log.blockNumber < fromBlock || log.blockNumber > toBlock) {
      throw new RpcError(
        "untrue",
        `The node gave a log of block ${log.blockNumber} for the range ${fromBlock} to ${toBlock}`,
      );
    }
    if (previous !== undefined && !isBefore(previous, log)) isSorted = false;
    logs.push(log);
    previous = log;
  }
  if (!isSorted) sortLogs(logs);
  checkBlocks(logs);
  return logs;
}

function parseLog(
  raw: Record<string, unknown>,
  { address, previous }: { address: string; previous: ChainLog | undefined },
): ChainLog {
  if (typeof raw !== "object" || raw === null) throw new RpcError("untrue", "The node gave an empty log");
  if (raw.address !== address && String(raw.address).toLowerCase() !== address) {
    throw new RpcError("untrue", "The node gave a log of another contract");
  }
  if (raw.removed === true) throw new RpcError("untrue", "The node gave a log of a removed block");
  if (!Array.isArray(raw.topics) || typeof raw.data !== "string") {
    throw new RpcError("untrue", "The node gave a log without topics or data");
  }
  return {
    blockNumber: parseQuantity(raw.blockNumber, "a block number"),
    // Neighbours are mostly of the same block, whose hash is checked once.
    blockHash:
      previous !== undefined && raw.blockHash === previous.blockHash
        ? previous.blockHash
        : parseHash(raw.blockHash, "a block hash"),
    logIndex: parseQuantity(raw.logIndex, "a log index"),
    transactionHash: parseHash(raw.transactionHash, "a transaction hash"),
    topics: raw.topics as string[],
    data: raw.data,
  };
}

function isBefore(a: ChainLog, b: ChainLog): boolean {
  return a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex < b.logIndex);
}

/** Most nodes give logs in order, but none promises to. */
function sortLogs(logs: ChainLog[]): void {
  logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

/** A block has one hash, and no two of its logs have the same index. */
function checkBlocks(logs: ChainLog[]): void {
  for (let i = 1; i < logs.length; i += 1) {
    const [before, log] = [logs[i - 1], logs[i]];
    if (before === undefined || log === undefined || before.blockNumber !== log.blockNumber) continue;
    if (before.blockHash !== log.blockHash) {
      throw new RpcError("untrue", `The node gave two hashes for block ${log.blockNumber}`);
    }
    if (before.logIndex === log.logIndex) {
      throw new RpcError("untrue", `The node gave a log of block ${log.blockNumber} twice`);
    }
  }
}
