import type { Clock } from "@agent-registry/service";

const RECENT_MS = 1_000;
const MAX_KEYS = 10_000;

type Read<T> = { version: string; startedAt: number; result: Promise<T> };
type RecentReadsOptions<T> = { read: (key: string) => Promise<T>; clock: Clock; maxKeys?: number };

export type RecentReads<T> = ReturnType<typeof createRecentReads<T>>;

/**
 * Lets callers share a read that began within the last second: many questions must not become as many calls to
 * the node. Failures are not kept.
 */
export function createRecentReads<T>({ read, clock, maxKeys = MAX_KEYS }: RecentReadsOptions<T>) {
  const reads = new Map<string, Read<T>>();

  function isRecent({ startedAt }: Read<T>): boolean {
    const ageMs = clock.now() - startedAt;
    return ageMs >= 0 && ageMs < RECENT_MS;
  }

  function start(key: string, version: string): Promise<T> {
    const started = { version, startedAt: clock.now(), result: read(key) };
    // Set anew, so that the first key of the map is the one that was read the longest ago.
    reads.delete(key);
    reads.set(key, started);
    const [oldest] = reads.keys();
    if (reads.size > maxKeys && oldest !== undefined) reads.delete(oldest);
    started.result.catch(() => {
      if (reads.get(key) === started) reads.delete(key);
    });
    return started.result;
  }

  return {
    size: () => reads.size,

    /** What was read for another version is read again. */
    get(key = "", version = ""): Promise<T> {
      const known = reads.get(key);
      return known?.version === version && isRecent(known) ? known.result : start(key, version);
    },

    forget(key: string): void {
      reads.delete(key);
    },
  };
}
