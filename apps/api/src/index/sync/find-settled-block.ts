import type { BlockHeader } from "../../chain/block-header.ts";
import type { ChainReader } from "../../chain/chain-reader.ts";

/**
 * A block that is old enough to count as settled, both by the number of blocks on top of it and by time: chains
 * differ in how many blocks come in ten minutes. As a rule it is older than it need be, by half at most. If there is
 * none after the index's own, that one.
 */
export async function findSettledBlock(options: {
  reader: ChainReader;
  head: BlockHeader;
  /** The index's newest block. */
  after: number;
  keptBlocks: number;
  keptSeconds: number;
}): Promise<number> {
  const { reader, head, after, keptBlocks, keptSeconds } = options;
  for (let distance = Math.max(1, keptBlocks); head.number - distance > after; distance *= 2) {
    const number = head.number - distance;
    const { timestamp } = await reader.getBlock(number);
    if (head.timestamp - timestamp >= keptSeconds) return number;
  }
  return after;
}
