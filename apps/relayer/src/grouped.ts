import { setImmediate as nextTurn } from "node:timers/promises";

type Call<Item, Result> = PromiseWithResolvers<Result> & { item: Item };

type GroupedOptions<Item, Result> = {
  /** Does them one after the other as if each were alone, and tells their results in the same order. */
  work: (items: Item[]) => Promise<readonly Result[]>;
  maxItems?: number;
};

/**
 * Lets calls that come at the same time share one statement or one commit: each of those costs more than what it
 * does for one call. If a group fails, each of its calls is tried alone, so that none fails for another.
 */
export function grouped<Item, Result>({ work, maxItems = 100 }: GroupedOptions<Item, Result>) {
  let waiting: Call<Item, Result>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    // What comes in the same turn of the event loop goes along.
    await nextTurn();
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await run(group);
    }
    isRunning = false;
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
    return added.promise;
  };
}
