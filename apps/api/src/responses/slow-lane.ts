import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { isQueryTimeout } from "../index-store/query-timeout.ts";
import { SLOW_QUERIES_AT_ONCE } from "../index-store/slow-queries.ts";

export type SlowLane = ReturnType<typeof createSlowLane>;

type SlowLaneOptions = {
  atOnce?: number;
  maxWaiting?: number;
  maxWaitingOfOne?: number;
  maxWaitMs?: number;
  now?: () => number;
};

type Waiting = { address: string; start: () => void };

const RETRY_AFTER_SECONDS = 5;
export const MAX_REST_MS = 50;

/**
 * Admits slow work: few at once, one of an address at a time. What comes meanwhile waits, in the order of
 * arrival, but only so many, so many of one address, and so long. The rest is refused at once: a caller with a
 * long list of searches waits for its own, and the others hardly wait for it. A place rests as long as the work before
 * took: however many search, half of the time is left to look-ups, which the same database and processors serve.
 */
export function createSlowLane({
  atOnce = SLOW_QUERIES_AT_ONCE,
  maxWaiting = 64,
  // A page of the dashboard asks for several such answers at once.
  maxWaitingOfOne = 8,
  maxWaitMs = 10_000,
  now = () => performance.now(),
}: SlowLaneOptions = {}) {
  const running = new Set<string>();
  const waiting = new Set<Waiting>();
  let resting = 0;
  const counts = { refused: 0, timedOut: 0 };

  function refuse(): HttpError {
    counts.refused += 1;
    return new HttpError(503, apiErrors.tooBusy, { headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } });
  }

  function startNext(): void {
    for (const next of waiting) {
      if (running.size + resting >= atOnce) return;
      if (running.has(next.address)) continue;
      waiting.delete(next);
      running.add(next.address);
      next.start();
    }
  }

  async function enter(address: string): Promise<void> {
    if (running.size + resting < atOnce && !running.has(address)) {
      running.add(address);
      return;
    }
    const ofOne = [...waiting].filter((other) => other.address === address).length;
    if (waiting.size >= maxWaiting || ofOne >= maxWaitingOfOne) throw refuse();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine = { address, start: resolve };
    waiting.add(mine);
    const timer = setTimeout(() => {
      if (waiting.delete(mine)) reject(refuse());
    }, maxWaitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  function leave(address: string, startedAt: number): void {
    running.delete(address);
    resting += 1;
    const restMs = Math.min(MAX_REST_MS, now() - startedAt);
    setTimeout(() => {
      resting -= 1;
      startNext();
    }, restMs);
    // Another place may be free for the next one of the same address.
    startNext();
  }

  /** A query that was ended for its length could be answered another time. */
  function toAnswer(error: unknown): unknown {
    if (!isQueryTimeout(error)) return error;
    counts.timedOut += 1;
    return new HttpError(503, apiErrors.tookTooLong, {
      cause: error,
      headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
    });
  }

  return {
    counts,
    running: () => running.size,
    waiting: () => waiting.size,

    async run<T>(address: string, work: () => Promise<T>): Promise<T> {
      await enter(address);
      const startedAt = now();
      try {
        return await work();
      } catch (error) {
        throw toAnswer(error);
      } finally {
        leave(address, startedAt);
      }
    },

    /** Holds its place until the last piece is read. */
    async *stream<T>(address: string, open: () => AsyncIterable<T>): AsyncGenerator<T> {
      await enter(address);
      const startedAt = now();
      try {
        yield* open();
      } catch (error) {
        throw toAnswer(error);
      } finally {
        leave(address, startedAt);
      }
    },
  };
}
