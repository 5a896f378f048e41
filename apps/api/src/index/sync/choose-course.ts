import type { BlockRef } from "../../chain/read-range.ts";

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
