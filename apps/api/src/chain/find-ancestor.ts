import type { ChainReader } from "./chain-reader.ts";

/**
 * The newest of our blocks that is also the node's, by bisection: all older blocks are the same, all newer
 * ones differ. Undefined if even the oldest differs.
 */
export async function findAncestor<B extends { number: number; hash: string }>(options: {
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
