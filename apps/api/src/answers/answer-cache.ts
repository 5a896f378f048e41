import type { Clock } from "@agent-registry/service";
import type { Answer } from "./answer.ts";

export type CachedAnswer = { answer: Answer; madeAtMs: number; expiresAtMs: number; bytes: number };

export type AnswerCache = ReturnType<typeof createAnswerCache>;

type AnswerCacheOptions = { clock: Clock; maxEntries?: number; maxBytes?: number };

type Generation = { entries: Map<string, CachedAnswer>; bytes: number };

type Production = { key: string; ttlMs: number; produce: () => Answer | Promise<Answer> };

/** What an entry costs besides its body: key, headers, bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 500;

/**
 * Answers by key until they expire, bounded in number and in bytes. Concurrent misses of one key are one
 * production; failures are not kept.
 *
 * Two generations stand in for an order of use: what is asked for moves to the young one, and when that
 * has its share, the old one is let go as a whole. A hit on a young answer changes nothing at all, and no
 * step ever walks over the cache, which an exact order in a Map would, past the holes of what it deleted.
 */
export function createAnswerCache({
  clock,
  maxEntries = 50_000,
  maxBytes = 64 * 1024 * 1024,
}: AnswerCacheOptions) {
  let young: Generation = { entries: new Map(), bytes: 0 };
  let old: Generation = { entries: new Map(), bytes: 0 };
  const productions = new Map<string, Promise<CachedAnswer>>();
  const counts = { hits: 0, misses: 0, collapsed: 0, evicted: 0 };
  let clearings = 0;

  function remove(generation: Generation, key: string, entry: CachedAnswer): void {
    generation.entries.delete(key);
    generation.bytes -= entry.bytes;
  }

  function letGo({ answer }: CachedAnswer): void {
    if (answer.kind === "spooled") answer.close();
  }

  function addYoung(key: string, entry: CachedAnswer): void {
    if (young.entries.size + 1 > maxEntries / 2 || young.bytes + entry.bytes > maxBytes / 2) {
      for (const dropped of old.entries.values()) letGo(dropped);
      counts.evicted += old.entries.size;
      old = young;
      young = { entries: new Map(), bytes: 0 };
    }
    young.entries.set(key, entry);
    young.bytes += entry.bytes;
  }

  function store(key: string, entry: CachedAnswer): void {
    for (const generation of [young, old]) {
      const previous = generation.entries.get(key);
      if (previous === undefined) continue;
      remove(generation, key, previous);
      letGo(previous);
    }
    if (entry.bytes <= maxBytes / 2) addYoung(key, entry);
  }

  function keep({ key, ttlMs }: Production, answer: Answer, madeAtMs: number): CachedAnswer {
    const entry = { answer, madeAtMs, expiresAtMs: madeAtMs + ttlMs, bytes: toBytes(answer) };
    store(key, entry);
    return entry;
  }

  async function wait(production: Production, making: Promise<Answer>, madeAtMs: number) {
    const clearingsBefore = clearings;
    try {
      const answer = await making;
      if (clearings === clearingsBefore) return keep(production, answer, madeAtMs);
      // Made from what was taken back meanwhile: those who wait are served, nobody later is.
      if (answer.kind === "spooled") setImmediate(answer.close);
      return { answer, madeAtMs, expiresAtMs: madeAtMs + production.ttlMs, bytes: 0 };
    } finally {
      if (clearings === clearingsBefore) productions.delete(production.key);
    }
  }

  return {
    counts,

    size: () => young.entries.size + old.entries.size,

    bytes: () => young.bytes + old.bytes,

    find(key: string): CachedAnswer | undefined {
      const isYoung = young.entries.has(key);
      const generation = isYoung ? young : old;
      const entry = generation.entries.get(key);
      if (entry === undefined) return undefined;
      if (!isUsable(entry, clock.now())) {
        remove(generation, key, entry);
        letGo(entry);
        return undefined;
      }
      if (!isYoung) {
        remove(old, key, entry);
        addYoung(key, entry);
      }
      counts.hits += 1;
      return entry;
    },

    /** At once where the answer is made at once: a promise costs as much as a look-up in SQLite. */
    produce(production: Production): CachedAnswer | Promise<CachedAnswer> {
      const running = productions.get(production.key);
      if (running !== undefined) {
        counts.collapsed += 1;
        return running;
      }
      counts.misses += 1;
      const madeAtMs = clock.now();
      const making = production.produce();
      if (!(making instanceof Promise)) return keep(production, making, madeAtMs);
      const started = wait(production, making, madeAtMs);
      productions.set(production.key, started);
      return started;
    },

    /** Forgets everything, and whatever is being produced at this moment. */
    clear(): void {
      clearings += 1;
      productions.clear();
      for (const { entries } of [young, old]) for (const entry of entries.values()) letGo(entry);
      young = { entries: new Map(), bytes: 0 };
      old = { entries: new Map(), bytes: 0 };
    },

    /** Expired answers go when they are asked for; this lets go of those that nobody asks for. */
    sweep(): void {
      const now = clock.now();
      for (const generation of [young, old]) {
        for (const [key, entry] of generation.entries) {
          if (isUsable(entry, now)) continue;
          remove(generation, key, entry);
          letGo(entry);
        }
      }
    },
  };
}

function isUsable({ answer, expiresAtMs }: CachedAnswer, nowMs: number): boolean {
  return nowMs < expiresAtMs && !(answer.kind === "spooled" && answer.isBroken());
}

/** Two bytes for each character at the worst, and as much again for the compressed form. */
function toBytes(answer: Answer): number {
  return ENTRY_OVERHEAD_BYTES + (answer.kind === "memory" ? answer.body.length * 3 : 0);
}
