import { setTimeout } from "node:timers/promises";
import { createBackOff } from "./back-off.ts";
import { RpcError } from "./rpc-error.ts";

const TRIES = 5;

/** What may be different a moment later. A limit on ranges and an untrue answer will not be. */
function isPassing(error: unknown): boolean {
  return error instanceof RpcError && error.kind !== "range" && error.kind !== "untrue";
}

/**
 * Tries one call a few times, so that a long piece of work does not start over for one lost answer.
 * A node that stays away is given up soon: there may be others.
 */
export async function withRetries<T>(options: {
  call: () => Promise<T>;
  firstDelayMs: number;
  signal?: AbortSignal | undefined;
}): Promise<T> {
  const { call, firstDelayMs, signal } = options;
  const backOff = createBackOff({ baseMs: firstDelayMs, maxMs: firstDelayMs * 2 ** TRIES });
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES || !isPassing(error) || signal?.aborted === true) throw error;
      await setTimeout(backOff.next(), undefined, { signal });
    }
  }
}
