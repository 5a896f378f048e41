import { setTimeout } from "node:timers/promises";
import type { ChainReader } from "./chain-reader.ts";

/** What another node says is a check: a slow one must not hold up the index. */
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
