export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs tasks one after the other; one that fails does not hold up the next. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
