import type { ChainReader } from "./chain-reader.ts";
import { INDEXED_TOPICS } from "./decode-event.ts";
import { type BlockHeader, type ChainLog, createBloomTest, isBloom, readFill } from "./node-answers.ts";
import { askOthers, type BlockRef, sameLogs } from "./read-range.ts";
import { RpcError } from "./rpc-error.ts";

/**
 * For at most this many blocks, asking each for its logs costs no more calls than finding those with logs.
 */
const FEW_BLOCKS = 4;

/** The chain was reorganised between two calls: the next sync step takes back what is gone. */
export class ChainReorganised extends Error {}

type BlocksRead = { headers: BlockHeader[]; logs: ChainLog[] };

/**
 * Reads recent blocks, which may still be reorganised: each header names its parent, and each block's logs are
 * asked for by its hash. So the result is one unbroken chain on top of `after`, whatever the node does in
 * between. However many blocks there are, it takes two requests: headers, then logs.
 */
export function createBlocksReader(options: Parameters<typeof createLogsCheck>[0]) {
  const mayHoldLogs = createBloomTest(options.registryAddress);
  const checkLogs = createLogsCheck(options);

  return async function readBlocks(options: {
    reader: ChainReader;
    /** Asked if this node's logs do not match its headers. */
    others: ChainReader[];
    after: BlockRef;
    toBlock: number;
    /** A header that is known already, such as the head's. */
    known?: BlockHeader | undefined;
  }): Promise<BlocksRead> {
    const { reader, others, after, toBlock } = options;
    const known = options.known?.number === toBlock ? [options.known] : [];
    const count = toBlock - after.number;
    const numbers = Array.from({ length: count - known.length }, (_, i) => after.number + 1 + i);
    // Blocks with logs are found by the headers' Bloom filters and by a range query: a log is missed only if both
    // are wrong.
    const range = count > FEW_BLOCKS ? { fromBlock: after.number + 1, toBlock } : undefined;
    const read = await reader.getBlocks({ numbers, range });
    const headers = [...read.headers, ...known];
    checkLinks(after, headers);

    const { withLogs } = read;
    const asked =
      withLogs === null
        ? headers
        : headers.filter(({ number, logsBloom }) => withLogs.has(number) || mayHoldLogs(logsBloom));
    const found = await reader.getLogsOfBlocks(asked).catch(toReorganised);
    const blocks = await checkLogs({
      reader,
      others,
      blocks: asked.map((header, i) => ({ header, logs: found[i] ?? [] })),
    });
    return { headers, logs: blocks.flatMap(({ logs }) => logs) };
  };
}

function checkLinks(after: BlockRef, headers: BlockHeader[]): void {
  let parent = after;
  for (const header of headers) {
    if (header.parentHash !== parent.hash)
      throw new ChainReorganised(`Block ${header.number} has another parent`);
    parent = header;
  }
}

/** A node that refuses a hash it gave a moment ago has reorganised, or is another node. */
function toReorganised(error: unknown): never {
  if (error instanceof RpcError && error.kind === "refused") {
    throw new ChainReorganised("A block is gone", { cause: error });
  }
  throw error;
}

/**
 * A filter with more of its bits set says "maybe" to most values by chance: its word is no evidence that a log
 * is missing, and receipts of such full blocks are large.
 */
const MAX_FILL = 0.5;

type BlockLogs = { header: BlockHeader; logs: ChainLog[] };
type Nodes = { reader: ChainReader; others: ChainReader[] };

/**
 * Doubts a node that gives no log of an event although the Bloom filter in the block's header shows one: some
 * nodes answer with an empty list for a block that they do not have yet.
 */
export function createLogsCheck(options: {
  registryAddress: string;
  /** Called for each block of which the node had left out logs. */
  onCorrected?: ((block: { number: number; rpc: string }) => void) | undefined;
}) {
  const { registryAddress, onCorrected } = options;
  const mayHoldLogs = createBloomTest(registryAddress);
  const events = INDEXED_TOPICS.map((topic) => ({ topic, mayHold: createBloomTest(topic) }));

  function isDoubtful({ header, logs }: BlockLogs): boolean {
    const { logsBloom } = header;
    if (!isBloom(logsBloom) || !mayHoldLogs(logsBloom)) return false;
    const given = new Set(logs.map(({ topics }) => topics[0]));
    return events.some(({ topic, mayHold }) => !given.has(topic) && mayHold(logsBloom));
  }

  /** Returns the blocks with their logs as explained; throws for a block that no node can explain. */
  return async function checkLogs({
    blocks,
    ...nodes
  }: Nodes & { blocks: BlockLogs[] }): Promise<BlockLogs[]> {
    const doubtful = blocks.filter(isDoubtful);
    if (doubtful.length === 0) return blocks;
    const full = doubtful.filter(({ header }) => readFill(header.logsBloom) > MAX_FILL);
    const confirmed = new Set(await findConfirmed({ ...nodes, blocks: full }));
    const open = doubtful.filter((block) => !confirmed.has(block)).map(({ header }) => header);
    const explained = await explain({ ...nodes, headers: open });
    return blocks.map((block) => {
      const logs = explained.get(block.header.hash) ?? block.logs;
      const rpc = nodes.reader.name;
      if (!sameLogs(logs, block.logs)) onCorrected?.({ number: block.header.number, rpc });
      return { ...block, logs };
    });
  };

  /** By their receipts, at this node or at another; or by another node's logs that leave no doubt. */
  async function explain({ reader, others, headers }: Nodes & { headers: BlockHeader[] }) {
    const explained = new Map<string, ChainLog[]>();
    const readOpen = () => headers.filter(({ hash }) => !explained.has(hash));
    const take = (
      asked: BlockHeader[],
      answers: (ChainLog[] | RpcError)[],
      isEnough: (block: BlockLogs) => boolean,
    ) => {
      for (const [i, header] of asked.entries()) {
        const logs = answers[i];
        if (logs === undefined || logs instanceof RpcError || !isEnough({ header, logs })) continue;
        explained.set(header.hash, logs);
      }
    };
    take(headers, await reader.getLogsFromReceipts(headers).catch(toNothing), () => true);
    for (const node of others) {
      const doubted = readOpen();
      if (doubted.length === 0) break;
      const logs = await askOthers([node], (other) => other.getLogsOfBlocks(doubted));
      take(doubted, logs ?? [], (block) => !isDoubtful(block));
      const open = readOpen();
      take(open, (await askOthers([node], (other) => other.getLogsFromReceipts(open))) ?? [], () => true);
    }
    const [first] = readOpen();
    if (first !== undefined) {
      throw new RpcError("untrue", `The header of block ${first.number} tells of logs that no node gives`);
    }
    return explained;
  }
}

/** The blocks of which another node, or the same one asked again, gives the same logs. */
async function findConfirmed({
  reader,
  others,
  blocks,
}: Nodes & { blocks: BlockLogs[] }): Promise<BlockLogs[]> {
  if (blocks.length === 0) return [];
  const headers = blocks.map(({ header }) => header);
  const theirs = await askOthers(others, async (other) => {
    const { headers: found } = await other.getBlocks({ numbers: headers.map(({ number }) => number) });
    if (found.some(({ hash }, i) => hash !== headers[i]?.hash))
      throw new RpcError("unavailable", "Not its blocks");
    return other.getLogsOfBlocks(headers);
  });
  const again = theirs ?? (await reader.getLogsOfBlocks(headers));
  return blocks.filter(({ logs }, i) => sameLogs(logs, again[i] ?? []));
}

function toNothing(error: unknown): [] {
  if (error instanceof RpcError) return [];
  throw error;
}
