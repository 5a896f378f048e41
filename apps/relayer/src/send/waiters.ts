import type { Hex } from "viem";
import type { FinishedRequest, RequestStore } from "../ledger/request-store.ts";

/** One look asks about this many at most: a statement takes a limited number of parameters. */
const MAX_ASKED = 200;

export type Waiters = ReturnType<typeof createWaiters>;
type Waiter = { resolve(request: FinishedRequest | null): void };

/** Callers who wait until their request is finished, or for room. The store knows; this wakes them. */
export function createWaiters({ store }: { store: Pick<RequestStore, "findFinished"> }) {
  const waiting = new Map<Hex, Set<Waiter>>();
  let settled = Promise.withResolvers<void>();

  function finish(digest: Hex, request: FinishedRequest | null): void {
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
    async waitForFinished({
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

    /** Until transactions are settled and free their reservations, or until the time is over. */
    async waitForSettled(timeoutMs: number): Promise<void> {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, timeoutMs);
      await Promise.race([settled.promise, timer.promise]);
      clearTimeout(timeout);
    },

    reportSettled(): void {
      settled.resolve();
      settled = Promise.withResolvers<void>();
    },

    /**
     * Looks whether requests are finished, in this process or in another. If none are given, it looks for some of
     * those that callers wait for, in turns: for the ones that it has left out for the longest time.
     */
    async reportFinished(digests: readonly Hex[] = takeTurns()): Promise<void> {
      const asked = digests.filter((digest) => waiting.has(digest));
      for (const request of await store.findFinished(asked)) finish(request.digest, request);
    },

    /** On shutdown: ends every wait, so that callers are answered with what is known. */
    releaseAll(): void {
      for (const digest of [...waiting.keys()]) finish(digest, null);
    },
  };
}

const MAX_KEPT = 10_000;

export type RequestIds = ReturnType<typeof createRequestIds>;

/**
 * Under which ids signed requests came in, for the log alone: it is bounded, and empty after a restart. The digests in
 * the same lines are what holds for ever.
 */
export function createRequestIds({ maxKept = MAX_KEPT } = {}) {
  const ids = new Map<Hex, string>();
  return {
    keep({ digest, requestId }: { digest: Hex; requestId: string }): void {
      // Last in line again if the same request was accepted before, and refused later.
      ids.delete(digest);
      ids.set(digest, requestId);
      for (const oldest of ids.keys()) {
        if (ids.size <= maxKept) break;
        ids.delete(oldest);
      }
    },
    find: (digest: Hex): string | undefined => ids.get(digest),
    findAll: (digests: readonly Hex[]): string[] => digests.flatMap((digest) => ids.get(digest) ?? []),
  };
}
