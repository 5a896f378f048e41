import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { isQueryTimeout } from "../index-store/query-timeout.ts";
import { SLOW_QUERIES_AT_ONCE } from "../index-store/slow-queries.ts";

export type SlowLane = ReturnType<typeof createSlowLane>;

type SlowLaneOptions = {
  atOnce?: number;
  /** Another one starts beside one that has run so long. */
  besideMs?: number;
  maxWaiting?: number;
  maxWaitingOfOne?: number;
  maxWaitMs?: number;
  now?: () => number;
};

type Waiting = { address: string; start: () => void };

type Running = { startedAt: number; isBrief: boolean; timer?: NodeJS.Timeout };

const RETRY_AFTER_SECONDS = 5;
/** A place rests so many times as long as the work before took. */
const REST_FACTOR = 3;
export const MAX_REST_MS = 50;

/**
 * Admits slow work: few at once, one of an address at a time. What comes meanwhile waits, in the order of
 * arrival, but only so many, so many of one address, and so long. The rest is refused at once: a caller with a
 * long list of searches waits for its own, and the others hardly wait for it. Look-ups are served by the same database
 * and processors, so brief work is done one by one, with a rest after each: however many search, three quarters of the time
 * are left. Only work that turns out to be long gets company, so that others need not wait for its end.
 */
export function createSlowLane({
  atOnce = SLOW_QUERIES_AT_ONCE,
  besideMs = 100,
  maxWaiting = 64,
  // A page of the dashboard asks for several such answers at once.
  maxWaitingOfOne = 8,
  maxWaitMs = 10_000,
  now = () => performance.now(),
}: SlowLaneOptions = {}) {
  const running = new Map<string, Running>();
  const waiting = new Set<Waiting>();
  let resting = 0;
  const counts = { refused: 0, timedOut: 0 };

  function refuse(): HttpError {
    counts.refused += 1;
    return new HttpError(503, apiErrors.tooBusy, { headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } });
  }

  function isFull(): boolean {
    return running.size >= atOnce || [...running.values()].some(({ isBrief }) => isBrief);
  }

  /** Holds up those who wait in line only. Whoever comes while the line is empty starts at once. */
  function isResting(): boolean {
    return running.size + resting >= atOnce || (besideMs > 0 && resting > 0);
  }

  /** Those who wait for work of their own address are not in anybody's way. */
  function isLineEmpty(): boolean {
    return [...waiting].every((other) => running.has(other.address));
  }

  function begin(address: string): void {
    const work: Running = { startedAt: now(), isBrief: besideMs > 0 };
    running.set(address, work);
    if (!work.isBrief) return;
    work.timer = setTimeout(() => {
      work.isBrief = false;
      startNext();
    }, besideMs);
  }

  function startNext(): void {
    for (const next of waiting) {
      if (isFull() || isResting()) return;
      if (running.has(next.address)) continue;
      waiting.delete(next);
      begin(next.address);
      next.start();
    }
  }

  async function enter(address: string): Promise<void> {
    if (!isFull() && !running.has(address) && isLineEmpty()) {
      begin(address);
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
    const work = running.get(address);
    if (work === undefined) return;
    running.delete(address);
    clearTimeout(work.timer);
    resting += 1;
    const restMs = Math.min(MAX_REST_MS, REST_FACTOR * (now() - work.startedAt));
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
