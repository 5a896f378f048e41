/**
 * Lets many callers share one read that is never older than their question. Callers who ask while a read
 * is under way share the next one, since the running read may have been answered before they asked.
 */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;

  return function readNext(): Promise<T> {
    if (next !== undefined) return next;
    const started = (running ?? Promise.resolve()).then(() => {
      next = undefined;
      const result = read();
      running = result.catch(() => {});
      return result;
    });
    next = started;
    return started;
  };
}
