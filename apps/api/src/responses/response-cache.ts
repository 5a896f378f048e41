import type { Clock } from "@agent-registry/service";
import type { StoredResponse } from "./stored-response.ts";

type CachedResponse = {
  response: StoredResponse;
  /** As of when it tells: its lifetime counts from then. */
  asOfMs: number;
  expiresAtMs: number;
  bytes: number;
};

export type ResponseCache = ReturnType<typeof createResponseCache>;

type ResponseCacheOptions = { clock: Clock; maxEntries?: number; maxBytes?: number };

type Generation = { entries: Map<string, CachedResponse>; bytes: number };

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
 * Responses by key until they expire, bounded in number and in bytes. Concurrent misses of one key are one
 * production. Failures are not kept.
 *
 * Two generations stand in for an exact order of use. A hit on an old entry moves it to the young generation;
 * when the young one has its share, the old one is dropped as a whole. So a hit on a young entry changes
 * nothing, and no step walks over the cache, as a Map in exact order would past the holes of deleted entries.
 */
export function createResponseCache({
  clock,
  maxEntries = 50_000,
  maxBytes = 64 * 1024 * 1024,
}: ResponseCacheOptions) {
  let young: Generation = { entries: new Map(), bytes: 0 };
  let old: Generation = { entries: new Map(), bytes: 0 };
  const productions = new Map<string, Promise<CachedResponse>>();
  const counts = { hits: 0, misses: 0, collapsed: 0, evicted: 0 };
  let clearings = 0;

  function remove(generation: Generation, key: string, entry: CachedResponse): void {
    generation.entries.delete(key);
    generation.bytes -= entry.bytes;
  }

  function close({ response }: CachedResponse): void {
    if (response.kind === "file") response.close();
  }

  function addYoung(key: string, entry: CachedResponse): void {
    if (young.entries.size + 1 > maxEntries / 2 || young.bytes + entry.bytes > maxBytes / 2) {
      for (const dropped of old.entries.values()) close(dropped);
      counts.evicted += old.entries.size;
      old = young;
      young = { entries: new Map(), bytes: 0 };
    }
    young.entries.set(key, entry);
    young.bytes += entry.bytes;
  }

  function store(key: string, entry: CachedResponse): void {
    for (const generation of [young, old]) {
      const previous = generation.entries.get(key);
      if (previous === undefined) continue;
      remove(generation, key, previous);
      close(previous);
    }
    if (entry.bytes <= maxBytes / 2) addYoung(key, entry);
  }

  async function keep({ key, ttlMs, asOfMs, making }: Making): Promise<CachedResponse> {
    const clearingsBefore = clearings;
    try {
      const response = await making;
      const entry = { response, asOfMs, expiresAtMs: asOfMs + ttlMs, bytes: toBytes(response) };
      if (clearings === clearingsBefore) store(key, entry);
      // Made from data that was taken back meanwhile: requests that wait for it get it, and it is not kept.
      else setImmediate(close, entry);
      return entry;
    } finally {
      if (clearings === clearingsBefore) productions.delete(key);
    }
  }

  return {
    counts,

    size: () => young.entries.size + old.entries.size,

    bytes: () => young.bytes + old.bytes,

    find(key: string): CachedResponse | undefined {
      const isYoung = young.entries.has(key);
      const generation = isYoung ? young : old;
      const entry = generation.entries.get(key);
      if (entry === undefined) return undefined;
      if (!isUsable(entry, clock.now())) {
        remove(generation, key, entry);
        close(entry);
        return undefined;
      }
      if (!isYoung) {
        remove(old, key, entry);
        addYoung(key, entry);
      }
      counts.hits += 1;
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
      for (const { entries } of [young, old]) for (const entry of entries.values()) close(entry);
      young = { entries: new Map(), bytes: 0 };
      old = { entries: new Map(), bytes: 0 };
    },

    /** Removes expired entries that no request comes for; the others leave when they are asked for. */
    sweep(): void {
      const now = clock.now();
      for (const generation of [young, old]) {
        for (const [key, entry] of generation.entries) {
          if (isUsable(entry, now)) continue;
          remove(generation, key, entry);
          close(entry);
        }
      }
    },
  };
}

function isUsable({ response, expiresAtMs }: CachedResponse, nowMs: number): boolean {
  return nowMs < expiresAtMs && !(response.kind === "file" && response.isBroken());
}

/** At worst two bytes for each character, and as much again for the compressed form. */
function toBytes(response: StoredResponse): number {
  return ENTRY_OVERHEAD_BYTES + (response.kind === "memory" ? response.body.length * 3 : 0);
}
