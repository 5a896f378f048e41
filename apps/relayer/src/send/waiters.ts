import type { Hex } from "viem";
import type { FinishedRequest, RequestStore } from "../ledger/request-store.ts";

/** One look asks about this many at most: a statement takes a limited number of parameters. */
const MAX_ASKED = 200;

export type Waiters = ReturnType<typeof createWaiters>;
type Waiter = { resolve(request: FinishedRequest | null): void };

/** Callers who wait for the end of their request, or for room. The store knows the end; this wakes them. */
export function createWaiters({ store }: { store: Pick<RequestStore, "findFinished"> }) {
  const waiting = new Map<Hex, Set<Waiter>>();
  let settled = Promise.withResolvers<void>();

  function end(digest: Hex, request: FinishedRequest | null): void {
    const group = waiting.get(digest);
    waiting.delete(digest);
    for (const waiter of group ?? []) waiter.resolve(request);
  }

  /** Those who were not asked about for the longest time. */
  function takeTurns(): Hex[] {
    const digests = [...waiting.keys()].slice(0, MAX_ASKED);
    for (const digest of digests) {
      const group = waiting.get(digest);
      waiting.delete(digest);
      if (group !== undefined) waiting.set(digest, group);
    }
    return digests;
  }

  return {
    count: () => waiting.size,

    /** The finished request, or null when the time is over. */
    async waitForEnd({
      digest,
      timeoutMs,
    }: {
      digest: Hex;
      timeoutMs: number;
    }): Promise<FinishedRequest | null> {
      const { promise, resolve } = Promise.withResolvers<FinishedRequest | null>();
      const waiter = { resolve };
      const group = waiting.get(digest) ?? new Set();
      waiting.set(digest, group.add(waiter));
      const timer = setTimeout(() => {
        group.delete(waiter);
        if (group.size === 0) waiting.delete(digest);
        resolve(null);
      }, timeoutMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
      }
    },

    /** Until transactions come to an end and free their reservations, or until the time is over. */
    async waitForSettled(timeoutMs: number): Promise<void> {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, timeoutMs);
      await Promise.race([settled.promise, timer.promise]);
      clearTimeout(timeout);
    },

    tellSettled(): void {
      settled.resolve();
      settled = Promise.withResolvers<void>();
    },

    /**
     * Looks whether requests have come to an end, in this process or in another. If none are given, it looks for some of
     * those that callers wait for, in turns: for the ones that it has left out for the longest time.
     */
    async tellFinished(digests: readonly Hex[] = takeTurns()): Promise<void> {
      const asked = digests.filter((digest) => waiting.has(digest));
      for (const request of await store.findFinished(asked)) end(request.digest, request);
    },

    /** On shutdown: ends every wait, so that callers are answered with what is known. */
    giveUp(): void {
      for (const digest of [...waiting.keys()]) end(digest, null);
    },
  };
}
