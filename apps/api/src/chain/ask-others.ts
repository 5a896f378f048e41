import { setTimeout } from "node:timers/promises";
import type { ChainReader } from "./chain-reader.ts";
import type { ChainLog } from "./validate-logs.ts";

/** How long other nodes are waited for: they only check what the first one said. */
const MAX_WAIT_MS = 3_000;

/** The first answer that one of the other nodes gives, in their order; undefined if none does in time. */
export async function askOthers<T>(
  others: ChainReader[],
  ask: (reader: ChainReader) => Promise<T>,
): Promise<T | undefined> {
  if (others.length === 0) return undefined;
  const inTime = new AbortController();
  const waited = setTimeout(MAX_WAIT_MS, undefined, { signal: inTime.signal }).catch(() => undefined);
  const answer = (async () => {
    for (const reader of others) {
      try {
        return await ask(reader);
      } catch {
        // Down, behind or on another chain: the next one may know.
      }
      if (inTime.signal.aborted) break;
    }
    return undefined;
  })();
  const first = await Promise.race([answer, waited]);
  inTime.abort();
  return first;
}

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
