/** Keeps an answer for a moment: for what changes slowly and is asked for with every request. */
export function createRecentRead<T>({
  read,
  freshMs,
}: {
  read: () => Promise<T>;
  freshMs: number;
}): () => Promise<T> {
  let known: { value: T; readAt: number } | undefined;
  return async function recentRead() {
    if (known !== undefined && performance.now() - known.readAt < freshMs) return known.value;
    const value = await read();
    known = { value, readAt: performance.now() };
    return value;
  };
}
