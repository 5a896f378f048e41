import type { ChainLog } from "./validate-logs.ts";

export function sameLogs(a: ChainLog[], b: ChainLog[]): boolean {
  return a.length === b.length && a.every((log, i) => isSameLog(log, b[i]));
}

/** A log's place in the chain says which it is. */
function isSameLog(a: ChainLog, b: ChainLog | undefined): boolean {
  return a.logIndex === b?.logIndex && a.blockHash === b.blockHash;
}

/** The first log of `others` that `logs` lack. Both are in the chain's order. */
export function findMissingLog(logs: ChainLog[], others: ChainLog[]): ChainLog | undefined {
  const known = new Set(logs.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`));
  return others.find(({ blockHash, logIndex }) => !known.has(`${blockHash} ${logIndex}`));
}
