import type { Clock } from "@agent-registry/service";

/** Remembers since when something has been true, to act only on what lasts. */
export function createGracePeriods({ clock }: { clock: Clock }) {
  const since = new Map<string, number>();
  return {
    /** True once it has been asked for this long without a reset. */
    isOver(key: string, gracePeriodMs: number): boolean {
      const first = since.get(key) ?? clock.now();
      since.set(key, first);
      return clock.now() - first >= gracePeriodMs;
    },
    reset(key: string): void {
      since.delete(key);
    },
    keepOnly(keys: string[]): void {
      const kept = new Set(keys);
      for (const key of since.keys()) if (!kept.has(key)) since.delete(key);
    },
  };
}
