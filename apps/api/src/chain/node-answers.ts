import { encodeBlockHeader, hasUnknownFields } from "@agent-registry/protocol/proof";
import { hexToBytes, keccak256 } from "viem";
import { RpcError } from "./rpc-error.ts";

const QUANTITY = /^0x[0-9a-f]{1,14}$/i;
const HASH = /^0x[0-9a-f]{64}$/;

/** A hex quantity that is an exact number. */
export function parseQuantity(value: unknown, what: string): number {
  if (typeof value !== "string" || !QUANTITY.test(value)) throw untrue(what, value);
  const number = Number.parseInt(value, 16);
  if (!Number.isSafeInteger(number)) throw untrue(what, value);
  return number;
}

export function parseHash(value: unknown, what: string): string {
  if (typeof value !== "string") throw untrue(what, value);
  const hash = value.toLowerCase();
  if (!HASH.test(hash)) throw untrue(what, value);
  return hash;
}

export function toQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}

function untrue(what: string, value: unknown): RpcError {
  return new RpcError("untrue", `The node gave ${what} as ${String(value).slice(0, 80)}`);
}

export type BlockHeader = {
  number: number;
  hash: string;
  parentHash: string;
  timestamp: number;
  logsBloom: string;
};

/** Whether hashes are recomputed from a block's fields, or taken as nodes state them. */
export type Hashes = "recomputed" | "as-told";

export type Headers = ReturnType<typeof createHeaders>;

/**
 * Reads headers as the nodes of one chain give them. A header's fields must give the hash that the node
 * states for it, so that a hash names one content alone. If a fork of the chain has added fields that this
 * code does not know, its hashes are taken as they come, until a node's newest block gives its hash again.
 */
export function createHeaders({ onChange }: { onChange?: (hashes: Hashes) => void } = {}) {
  let hashes: Hashes = "recomputed";

  return {
    hashes: () => hashes,

    parse(answer: unknown): BlockHeader {
      const raw = toBlock(answer);
      const header = parseFields(raw);
      if (hashes === "recomputed" && !givesItsHash(raw, header.hash)) {
        throw new RpcError("untrue", `The header of block ${header.number} does not give its hash`);
      }
      return header;
    },

    /** The newest block of each node that answered: only if they all have unknown fields is it the chain that changed. */
    learn(newest: unknown[]): void {
      const blocks = newest.flatMap((answer) =>
        typeof answer === "object" && answer !== null ? [answer] : [],
      );
      if (blocks.length === 0) return;
      const isStrange = (block: object) =>
        hasUnknownFields(block as Raw) && !givesItsHash(block as Raw, (block as Raw).hash);
      const found = blocks.every(isStrange) ? "as-told" : "recomputed";
      if (found === hashes) return;
      hashes = found;
      onChange?.(found);
    },
  };
}

/** A header by itself: it must give its hash unless it has fields that this code does not know. */
export function parseHeader(answer: unknown): BlockHeader {
  const headers = createHeaders();
  headers.learn([answer]);
  return headers.parse(answer);
}

type Raw = Record<string, unknown>;

function toBlock(answer: unknown): Raw {
  if (typeof answer !== "object" || answer === null) throw new RpcError("untrue", "The node gave no block");
  return answer as Raw;
}

function parseFields(raw: Raw): BlockHeader {
  return {
    number: parseQuantity(raw.number, "a block number"),
    hash: parseHash(raw.hash, "a block hash"),
    parentHash: parseHash(raw.parentHash, "a parent hash"),
    timestamp: parseQuantity(raw.timestamp, "a block's time"),
    logsBloom: typeof raw.logsBloom === "string" ? raw.logsBloom : "",
  };
}

function givesItsHash(raw: Raw, hash: unknown): boolean {
  try {
    return keccak256(encodeBlockHeader(raw)) === hash;
  } catch {
    // A field that is not hexadecimal: no header of any chain.
    return false;
  }
}

/** 256 bytes and the prefix. */
const BLOOM_LENGTH = 2 + 512;
const BITS = 2048;

type LogContent = { address: string; topics: readonly string[] };

/** If the node gives no filter, it rules nothing out. */
export function isBloom(logsBloom: string): boolean {
  return logsBloom.length === BLOOM_LENGTH;
}

/**
 * Whether a block may hold logs with a value (an address or a topic), by the Bloom filter in its header. A yes
 * may be wrong, a no never is. If the node gives no filter, the answer is yes.
 */
export function createBloomTest(value: string): (logsBloom: string) => boolean {
  const bits = toBits(value);
  return function mayHold(logsBloom) {
    if (!isBloom(logsBloom)) return true;
    return bits.every((bit) => (digitAt(logsBloom, bit) & (1 << (bit % 4))) !== 0);
  };
}

/** The share of the filter's bits that are set: a value that is not in the block has all its three bits set by chance. */
export function readFill(logsBloom: string): number {
  let set = 0;
  for (let i = 2; i < logsBloom.length; i += 1) {
    for (let digit = Number.parseInt(logsBloom.charAt(i), 16); digit > 0; digit >>= 1) set += digit & 1;
  }
  return set / BITS;
}

/** The filter that these logs make. */
export function toBloom(logs: LogContent[]): string {
  const digits = new Uint8Array(BITS / 4);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address.toLowerCase(), ...topics]))) {
    for (const bit of toBits(value))
      digits[placeOf(bit) - 2] = (digits[placeOf(bit) - 2] ?? 0) | (1 << (bit % 4));
  }
  return `0x${Array.from(digits, (digit) => digit.toString(16)).join("")}`;
}

function toBits(value: string): number[] {
  const hash = hexToBytes(keccak256(hexToBytes(value as `0x${string}`)));
  return [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & (BITS - 1));
}

/** Bit 0 is the lowest bit of the last digit. */
function placeOf(bit: number): number {
  return BLOOM_LENGTH - 1 - Math.floor(bit / 4);
}

function digitAt(logsBloom: string, bit: number): number {
  return Number.parseInt(logsBloom.charAt(placeOf(bit)), 16);
}

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
