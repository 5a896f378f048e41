type BackOff = { next(): number; reset(): void };

/**
 * Delays that double up to a maximum. Half of each is random, so that many processes that lost the
 * same node do not all come back to it at once.
 */
export function createBackOff(options: { baseMs: number; maxMs: number; random?: () => number }): BackOff {
  const { baseMs, maxMs, random = Math.random } = options;
  let failures = 0;
  return {
    next() {
      const delayMs = Math.min(maxMs, baseMs * 2 ** failures);
      failures = Math.min(failures + 1, 30);
      return delayMs / 2 + (delayMs / 2) * random();
    },
    reset() {
      failures = 0;
    },
  };
}
