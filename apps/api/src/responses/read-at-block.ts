import type { IndexedBlock, IndexReader } from "../index-store/index-reader.ts";

type Reading<T> = { value: T; block: IndexedBlock | undefined };

/** A chain that makes blocks faster than an answer is read must not keep it from being given. */
const MAX_READS = 3;

/**
 * Reads between two looks at the newest block, and once more if another one was applied meanwhile, so that what is read
 * is that block's. After the last try, or if it is read only once, the answer may hold changes of a newer block, too.
 */
export async function readAtBlock<T>(
  reader: Pick<IndexReader, "findNewestBlock">,
  read: () => Promise<T>,
  { maxReads = MAX_READS } = {},
): Promise<Reading<T>> {
  let block = await reader.findNewestBlock();
  for (let reads = 1; ; reads += 1) {
    const value = await read();
    if (reads >= maxReads) return { value, block };
    const after = await reader.findNewestBlock();
    if (after?.hash === block?.hash) return { value, block };
    block = after;
  }
}

/** Which block an answer is from. */
export function toBlockHeaders(block: IndexedBlock | undefined): Record<string, string> {
  return block === undefined
    ? {}
    : { "X-Registry-Block": String(block.number), "X-Registry-Block-Hash": block.hash };
}
