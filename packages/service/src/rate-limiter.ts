import { toRateKeys } from "./client-ip.ts";
import type { Clock } from "./clock.ts";

type RateLimiterOptions = { limitPerMinute: number; clock: Clock; maxAddresses?: number };

type Window = { count: number; endsAtMs: number };

const WINDOW_MS = 60_000;

/** For a `Retry-After`: whole seconds until a limit frees. */
export function toRetryAfterSeconds({ endsAtMs, nowMs }: { endsAtMs: number; nowMs: number }): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}

/**
 * Counts requests by address in fixed windows of a minute; each begins with an address's first request. The
 * wider networks of an IPv6 address are counted beside it.
 */
export function createRateLimiter({ limitPerMinute, clock, maxAddresses = 100_000 }: RateLimiterOptions) {
  // Two generations: when the young one is a minute old, every window in the old one has ended, and the old one
  // is dropped as a whole. It is also dropped when the young one is full: a caller with so many addresses is not
  // held by a limit per address, and the others must still be served.
  let young = new Map<string, Window>();
  let old = new Map<string, Window>();
  let youngSinceMs = clock.now();

  function begin(address: string, nowMs: number): Window {
    if (nowMs - youngSinceMs >= WINDOW_MS || young.size >= maxAddresses / 2) {
      old = young;
      young = new Map();
      youngSinceMs = nowMs;
    }
    const window = { count: 0, endsAtMs: nowMs + WINDOW_MS };
    young.set(address, window);
    return window;
  }

  /** Of an address, or of a network around it. */
  function count(address: string, nowMs: number): Window {
    const current = young.get(address) ?? old.get(address);
    const window = current === undefined || current.endsAtMs <= nowMs ? begin(address, nowMs) : current;
    window.count += 1;
    return window;
  }

  return {
    size: () => young.size + old.size,

    /** Counts one request, whether it is then allowed or not. One that its address refuses uses up no wider network. */
    take(address: string): { isAllowed: boolean; remaining: number; endsAtMs: number } {
      const nowMs = clock.now();
      let taken = { isAllowed: true, remaining: limitPerMinute, endsAtMs: nowMs };
      for (const { key, times } of toRateKeys(address)) {
        const { count: counted, endsAtMs } = count(key, nowMs);
        const left = limitPerMinute * times - counted;
        if (left < taken.remaining) taken = { isAllowed: left >= 0, remaining: Math.max(0, left), endsAtMs };
        if (!taken.isAllowed) break;
      }
      return taken;
    },
  };
}
