import { encodeBlockHeader } from "@agent-registry/protocol/proof";
import { keccak256, toHex, zeroHash } from "viem";

export type TestBlock = { parentHash: string; number: string; timestamp: string; hash: string };

/** A block as a node gives it, with the hash that its header gives. */
export function testBlock({
  number,
  timestamp = 1,
  parentHash = zeroHash as string,
}: {
  number: number;
  timestamp?: number;
  parentHash?: string;
}): TestBlock {
  const header = { parentHash, number: toHex(number), timestamp: toHex(timestamp) };
  return { ...header, hash: keccak256(encodeBlockHeader(header)) as string };
}
