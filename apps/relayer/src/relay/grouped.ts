import { setImmediate as nextTurn } from "node:timers/promises";

type Call<Item, Result> = PromiseWithResolvers<Result> & { item: Item };

type GroupedOptions<Item, Result> = {
  /** Does them one after the other as if each were alone, and returns their results in the same order. */
  work: (items: Item[]) => Promise<readonly Result[]>;
  maxItems?: number;
  /**
   * A group that is not full begins this long after the last one: after a quiet time a call does not wait.
   */
  spacingMs?: number;
};

/**
 * Lets calls that come at the same time share one statement or one commit: each of those costs more than what it
 * does for one call. If a group fails, each of its calls is tried alone, so that none fails for another.
 */
export function grouped<Item, Result>(options: GroupedOptions<Item, Result>) {
  const { work, maxItems = 100, spacingMs = 0 } = options;
  let waiting: Call<Item, Result>[] = [];
  let isRunning = false;
  let begunAt = Number.NEGATIVE_INFINITY;
  let onFull = () => {};

  async function runAll(): Promise<void> {
    isRunning = true;
    // What comes in the same turn of the event loop goes along.
    await nextTurn();
    while (waiting.length > 0) {
      await waitForOthers();
      begunAt = performance.now();
      const group = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await run(group);
    }
    isRunning = false;
  }

  async function waitForOthers(): Promise<void> {
    const waitMs = begunAt + spacingMs - performance.now();
    if (waitMs <= 0 || waiting.length >= maxItems) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    onFull = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function run(group: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [position, { resolve }] of group.entries()) resolve(results[position] as Result);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const call of group) await run([call]);
    }
  }

  return function call(item: Item): Promise<Result> {
    const added = { item, ...Promise.withResolvers<Result>() };
    waiting.push(added);
    if (!isRunning) void runAll();
    else if (waiting.length >= maxItems) onFull();
    return added.promise;
  };
}
