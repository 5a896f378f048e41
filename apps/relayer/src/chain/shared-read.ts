/**
 * Lets many callers share one read that is never older than their question: whoever asks while a
 * read is under way gets the next one, together with all others who came meanwhile.
 */
export function createSharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;

  return function sharedRead(): Promise<T> {
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
