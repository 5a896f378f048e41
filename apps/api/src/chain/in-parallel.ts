/** Runs over all items, a few at a time, and returns the results in the items' order. */
export async function inParallel<T, R>(options: {
  items: T[];
  limit: number;
  run: (item: T) => Promise<R>;
}): Promise<R[]> {
  const { items, limit, run } = options;
  const results: R[] = new Array(items.length);
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await run(items[index] as T);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
