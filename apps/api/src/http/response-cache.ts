import type { Clock } from "@agent-registry/service";
import { LRUCache } from "lru-cache";
import type { StoredResponse } from "./stored-response.ts";

type CachedResponse = {
  response: StoredResponse;
  /** The time of the data that the response was made from: its lifetime counts from then. */
  asOfMs: number;
  expiresAtMs: number;
};

export type ResponseCache = ReturnType<typeof createResponseCache>;

type ResponseCacheOptions = { clock: Clock; maxEntries?: number; maxBytes?: number };

type Production = {
  key: string;
  ttlMs: number;
  produce: () => Promise<StoredResponse>;
  /** Now, unless it is made from something older. */
  asOfMs?: number;
};

type Making = { key: string; ttlMs: number; asOfMs: number; making: Promise<StoredResponse> };

/** What an entry costs besides its body: key, headers, bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 500;

/**
 * Responses by key until they expire, bounded in number and in bytes: those that were not used for the longest time
 * leave first. Concurrent misses of one key are one production. Failures are not kept.
 */
export function createResponseCache({
  clock,
  maxEntries = 50_000,
  maxBytes = 64 * 1024 * 1024,
}: ResponseCacheOptions) {
  const counts = { hits: 0, misses: 0, collapsed: 0, evicted: 0 };
  const productions = new Map<string, Promise<CachedResponse>>();
  let clearings = 0;
  const entries = new LRUCache<string, CachedResponse>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ response }) => toBytes(response),
    perf: clock,
    // Every look-up asks the clock. Otherwise the first one of each millisecond would start a timer.
    ttlResolution: 0,
    dispose(entry, _key, reason) {
      if (reason === "evict") counts.evicted += 1;
      close(entry);
    },
  });

  async function keep({ key, ttlMs, asOfMs, making }: Making): Promise<CachedResponse> {
    const clearingsBefore = clearings;
    try {
      const response = await making;
      const entry = { response, asOfMs, expiresAtMs: asOfMs + ttlMs };
      // In its last millisecond, lru-cache would still give it out.
      if (clearings === clearingsBefore) entries.set(key, entry, { ttl: ttlMs - 1, start: asOfMs });
      // Made from data that was taken back meanwhile: requests that wait for it get it, and it is not kept.
      else setImmediate(close, entry);
      return entry;
    } finally {
      if (clearings === clearingsBefore) productions.delete(key);
    }
  }

  return {
    counts,

    size: () => entries.size,

    bytes: () => entries.calculatedSize,

    find(key: string): CachedResponse | undefined {
      const entry = entries.get(key);
      if (entry !== undefined) counts.hits += 1;
      return entry;
    },

    produce({ key, ttlMs, produce, asOfMs = clock.now() }: Production): Promise<CachedResponse> {
      const running = productions.get(key);
      if (running !== undefined) {
        counts.collapsed += 1;
        return running;
      }
      counts.misses += 1;
      const kept = keep({ key, ttlMs, asOfMs, making: produce() });
      productions.set(key, kept);
      return kept;
    },

    /** Forgets everything, also what is being produced at this moment. */
    clear(): void {
      clearings += 1;
      productions.clear();
      entries.clear();
    },

    /** Removes expired entries that no request comes for; the others leave when they are asked for. */
    sweep(): void {
      entries.purgeStale();
    },
  };
}

function close({ response }: CachedResponse): void {
  if (response.kind === "file") response.close();
}

/** At worst two bytes for each character, and as much again for the compressed form. */
function toBytes(response: StoredResponse): number {
  return ENTRY_OVERHEAD_BYTES + (response.kind === "memory" ? response.body.length * 3 : 0);
}
