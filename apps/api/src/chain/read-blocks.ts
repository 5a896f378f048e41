import type { BlockHeader } from "./block-header.ts";
import { createBloomTest } from "./bloom.ts";
import type { ChainReader } from "./chain-reader.ts";
import { createLogsCheck } from "./check-logs.ts";
import type { BlockRef } from "./read-range.ts";
import { RpcError } from "./rpc-error.ts";
import type { ChainLog } from "./validate-logs.ts";

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
