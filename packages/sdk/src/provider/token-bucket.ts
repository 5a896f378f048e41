import { requirePositive } from "./require-positive.ts";

/**
 * Whether one more may pass: `perSecond` each second, and after a pause as many at once.
 *
 * @example
 * const tryTake = createTokenBucket({ perSecond: 50 });
 * if (!tryTake()) refuse("too-many-requests");
 */
export function createTokenBucket(options: { perSecond: number; now?: () => number }): () => boolean {
  const { now = Date.now } = options;
  const perSecond = requirePositive(options, { name: "perSecond" });
  // Less than one a second still has to let the first one through.
  const capacity = Math.max(perSecond, 1);
  let tokens = capacity;
  let filledAt = now();

  return function tryTake() {
    const time = now();
    // A clock that was set back gives nothing, and the next refill counts from there.
    const elapsedSeconds = Math.max(time - filledAt, 0) / 1000;
    tokens = Math.min(capacity, tokens + elapsedSeconds * perSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
