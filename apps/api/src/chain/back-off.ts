import { setTimeout } from "node:timers/promises";
import { RpcError } from "./rpc-error.ts";

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

const TRIES = 5;

/** A limit on ranges and an untrue answer will be the same a moment later. */
function isTemporary(error: unknown): boolean {
  return error instanceof RpcError && error.kind !== "range" && error.kind !== "untrue";
}

/**
 * Tries one call a few times, so that one lost answer does not make a long read start over. A node that does
 * not come back is given up soon, since there may be others.
 */
export async function withRetries<T>(options: {
  call: () => Promise<T>;
  firstDelayMs: number;
  tries?: number;
  signal?: AbortSignal | undefined;
}): Promise<T> {
  const { call, firstDelayMs, tries: maxTries = TRIES, signal } = options;
  const backOff = createBackOff({ baseMs: firstDelayMs, maxMs: firstDelayMs * 2 ** TRIES });
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries >= maxTries || !isTemporary(error) || signal?.aborted === true) throw error;
      await setTimeout(backOff.next(), undefined, { signal });
    }
  }
}
