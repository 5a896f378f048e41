import { setTimeout } from "node:timers/promises";
import { createBackOff } from "./back-off.ts";
import { RpcError } from "./rpc-error.ts";

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
