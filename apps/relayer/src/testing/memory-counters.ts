import type { CountersView, FullLimit, Limit } from "../ledger/counters.ts";

/** Counters in memory whose hour has always just begun. `taken` is what was counted, by key. */
export function createMemoryCounters(): CountersView & { taken: Map<string, number> } {
  const taken = new Map<string, number>();
  const isFull = ({ key, limit }: Limit) => (taken.get(key) ?? 0) >= limit;
  const toFull = (limit: Limit): FullLimit => ({ ...limit, retryAfterSeconds: 3_600 });

  return {
    taken,
    take(limits) {
      for (const limit of limits) {
        if (isFull(limit)) return toFull(limit);
        taken.set(limit.key, (taken.get(limit.key) ?? 0) + 1);
      }
      return null;
    },
    findFull: (limits) => limits.filter(isFull).map(toFull),
    write: async () => {},
  };
}
