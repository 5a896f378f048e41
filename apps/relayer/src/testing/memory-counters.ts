import type { Counters, Limit } from "../ledger/counters.ts";

/** Counters in memory whose hour never ends. `taken` is what was counted, by key. */
export function createMemoryCounters(): Counters & { taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const isFull = ({ key, limit }: Limit) => (taken.get(key) ?? 0) >= limit;

  return {
    taken,
    async take(limits) {
      for (const limit of limits) {
        if (isFull(limit)) return limit;
        taken.set(limit.key, (taken.get(limit.key) ?? 0) + 1);
      }
      return null;
    },
    findFull: async (limits) => limits.filter(isFull),
    dropOld: async () => taken.clear(),
  };
}
