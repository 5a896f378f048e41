import type { Logger } from "@agent-registry/service";

type SideWorkOptions<Item> = {
  /** Names the work in the log. */
  name: string;
  toKey: (item: Item) => string;
  work: (item: Item) => Promise<void>;
  /** No more than this many items are worked on at once: nodes and databases have their limits. */
  maxUnderWay: number;
  logger: Logger;
};

/** Work on many items, each by itself: one that fails or hangs stops no other. */
export function createSideWork<Item>({ name, toKey, work, maxUnderWay, logger }: SideWorkOptions<Item>) {
  const underWay = new Map<string, Promise<void>>();

  function start(item: Item): Promise<void> | undefined {
    const key = toKey(item);
    if (underWay.has(key) || underWay.size >= maxUnderWay) return undefined;
    const running = work(item)
      .catch((error) => logger.warn({ err: error, key }, `${name} failed; trying again later`))
      .finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  }

  return {
    count: () => underWay.size,
    isUnderWay: (key: string) => underWay.has(key),

    /**
     * Starts what is not under way yet, as far as there are free places, and waits until all of it is done, but
     * no longer than `patienceMs`: what takes longer goes on, and the caller does too.
     */
    async run(items: readonly Item[], { patienceMs }: { patienceMs: number }): Promise<void> {
      const started = items.map(start);
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, patienceMs);
      await Promise.race([Promise.all(started), patience.promise]);
      clearTimeout(timer);
    },

    /** When everything under way is done. */
    async whenIdle(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
}
