import { parseHash, parseQuantity } from "./hex.ts";

export type BlockHeader = {
  number: number;
  hash: string;
  parentHash: string;
  timestamp: number;
  logsBloom: string;
};

export function parseHeader(raw: Record<string, unknown>): BlockHeader {
  return {
    number: parseQuantity(raw.number, "a block number"),
    hash: parseHash(raw.hash, "a block hash"),
    parentHash: parseHash(raw.parentHash, "a parent hash"),
    timestamp: parseQuantity(raw.timestamp, "a block's time"),
    logsBloom: typeof raw.logsBloom === "string" ? raw.logsBloom : "",
  };
}
