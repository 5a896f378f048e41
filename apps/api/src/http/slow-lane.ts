import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { isQueryTimeout, SLOW_QUERIES_AT_ONCE } from "../index/slow-queries.ts";

export type SlowLane = ReturnType<typeof createSlowLane>;

type SlowLaneOptions = {
  atOnce?: number;
  maxWaiting?: number;
  maxWaitingOfOne?: number;
  maxWaitMs?: number;
};

type Waiting = { address: string; start: () => void };

const RETRY_AFTER_SECONDS = 5;

/**
 * Admits slow work: `atOnce` at a time, one of each address. What comes meanwhile waits in the order of arrival, at most
 * `maxWaiting` in all and `maxWaitingOfOne` of an address, each for `maxWaitMs`. Everything else is refused at once: a
 * caller with a long list of searches waits for its own, and the others hardly wait for it.
 */
export function createSlowLane({
  atOnce = SLOW_QUERIES_AT_ONCE,
  maxWaiting = 64,
  // A page of the dashboard asks for several such answers at once.
  maxWaitingOfOne = 8,
  maxWaitMs = 10_000,
}: SlowLaneOptions = {}) {
  /** The addresses whose work runs. */
  const running = new Set<string>();
  const waiting = new Set<Waiting>();
  const counts = { refused: 0, timedOut: 0 };

  function refuse(): HttpError {
    counts.refused += 1;
    return new HttpError(503, apiErrors.tooBusy, { headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } });
  }

  const canStart = (address: string) => running.size < atOnce && !running.has(address);

  async function enter(address: string): Promise<void> {
    // If a place is free, all work that waits does so for other work of its own address: none is overtaken.
    if (canStart(address)) {
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

  function leave(address: string): void {
    running.delete(address);
    for (const next of waiting) {
      if (!canStart(next.address)) continue;
      waiting.delete(next);
      running.add(next.address);
      next.start();
    }
  }

  /** A query that was ended because it took too long may be answered another time. */
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
      try {
        return await work();
      } catch (error) {
        throw toAnswer(error);
      } finally {
        leave(address);
      }
    },

    /** Holds its place until the last piece is read. */
    async *stream<T>(address: string, open: () => AsyncIterable<T>): AsyncGenerator<T> {
      await enter(address);
      try {
        yield* open();
      } catch (error) {
        throw toAnswer(error);
      } finally {
        leave(address);
      }
    },
  };
}
