import { createBloomTest } from "./bloom.ts";
import type { BlockHeader, ChainReader } from "./chain-reader.ts";
import { inParallel } from "./in-parallel.ts";
import type { BlockRef } from "./read-range.ts";
import { RpcError } from "./rpc-error.ts";
import type { ChainLog } from "./validate-logs.ts";

const PARALLEL_CALLS = 8;
/** For so few blocks it costs no more calls to ask each for its logs than to find out which have any. */
const FEW_BLOCKS = 4;

/** The chain was reorganised between two calls: the next sync step reconciles the index with it. */
export class ChainReorganised extends Error {}

type BlocksRead = { headers: BlockHeader[]; logs: ChainLog[] };

/**
 * Reads recent blocks, which may still be reorganised: each header names its parent, and each
 * block's logs are asked for by its hash. So the result is one unbroken chain on top of `after`,
 * whatever the node does in between.
 */
export function createBlocksReader({ registryAddress }: { registryAddress: string }) {
  const mayHoldLogs = createBloomTest(registryAddress);

  return async function readBlocks(options: {
    reader: ChainReader;
    after: BlockRef;
    toBlock: number;
    /** A header that is known already, such as the head's. */
    known?: BlockHeader | undefined;
  }): Promise<BlocksRead> {
    const { reader, after, toBlock, known } = options;
    const numbers = Array.from({ length: toBlock - after.number }, (_, i) => after.number + 1 + i);
    const headers = await inParallel({
      items: numbers,
      limit: PARALLEL_CALLS,
      run: async (number) => (number === known?.number ? known : await reader.getBlock(number)),
    });
    checkLinks(after, headers);

    const asked = headers.length <= FEW_BLOCKS ? headers : await findCandidates({ reader, headers });
    const found = await inParallel({
      items: asked,
      limit: PARALLEL_CALLS,
      run: (header) => reader.getBlockLogs(header).catch(toReorganised),
    });
    return { headers, logs: found.flat() };
  };

  /** Found by the headers' Bloom filters and by a range query: a log is missed only if both are wrong. */
  async function findCandidates(options: {
    reader: ChainReader;
    headers: BlockHeader[];
  }): Promise<BlockHeader[]> {
    const { reader, headers } = options;
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) return [];
    const named = await reader.getLogs({ fromBlock: first.number, toBlock: last.number }).catch((error) => {
      if (error instanceof RpcError && error.kind === "range") return null;
      throw error;
    });
    if (named === null) return headers;
    const numbers = new Set(named.map((log) => log.blockNumber));
    return headers.filter((header) => numbers.has(header.number) || mayHoldLogs(header.logsBloom));
  }
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
