import type { Counters, Limit } from "../ledger/counters.ts";

/** Counters in memory whose hour never ends. `taken` is what was counted, by key. */
export function createMemoryCounters(): Counters & { taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const isFull = ({ key, limit }: Limit) => (taken.get(key) ?? 0) >= limit;

  async function tryTake(limit: Limit): Promise<boolean> {
    if (isFull(limit)) return false;
    taken.set(limit.key, (taken.get(limit.key) ?? 0) + 1);
    return true;
  }

  return {
    taken,
    tryTake,
    async tryTakeAll(limits) {
      for (const limit of limits) if (!(await tryTake(limit))) return false;
      return true;
    },
    findFull: async (limits) => limits.filter(isFull),
    dropOld: async () => taken.clear(),
  };
}
