import type { Clock } from "../timing/clock.ts";
import { toRateKeys } from "./client-ip.ts";

type RateLimiterOptions = {
  limitPerMinute: number;
  clock: Clock;
  maxAddresses?: number;
  /** Whether `exchange` is called, by which other processes learn what this one counts. */
  isShared?: boolean;
};

type Window = {
  key: string;
  count: number;
  endsAtMs: number;
  /** The part of `count` that the other processes know of, or have counted. */
  sharedCount: number;
  /** Whether it is in the list for the next exchange. */
  isListed: boolean;
};

/** What was counted for an address or network in a window that ends after `endsInMs`. */
export type WindowCount = { key: string; count: number; endsInMs: number };

/** Adds this process's part to the processes' common count of each window, and returns that count. */
export type ReportCounts = (counts: WindowCount[]) => Promise<WindowCount[]>;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const WINDOW_MS = 60_000;
/** Addresses below this share of their limit are not reported: they are most, and no limit meets them. */
const SHARED_FROM = 1 / 10;
const MAX_COUNTS_A_REPORT = 1_000;
const MAX_LISTED = 10_000;

/** Load balancers and Prometheus ask for them every few seconds, from one address for all processes. */
const UNCOUNTED_PATHS: ReadonlySet<string> = new Set(["/ready", "/metrics"]);

/** Whether requests to this path count against no limit. */
export function isUncounted(path: string): boolean {
  return UNCOUNTED_PATHS.has(path);
}

/** The header field `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the limit and its window in seconds. */
export function toRateLimitPolicy(limitPerMinute: number): string {
  return `"default";q=${limitPerMinute};w=${WINDOW_MS / 1000}`;
}

type RateLimitState = { remaining: number; endsAtMs: number; nowMs: number };

/** The header field `RateLimit` of the same draft: what is left, and the seconds until the window ends. */
export function toRateLimit({ remaining, endsAtMs, nowMs }: RateLimitState): string {
  return `"default";r=${remaining};t=${Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))}`;
}

/** For a `Retry-After`: whole seconds until a limit frees. */
export function toRetryAfterSeconds({ endsAtMs, nowMs }: { endsAtMs: number; nowMs: number }): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}

/**
 * Counts requests by address in fixed windows of a minute; each begins with an address's first request. The
 * wider networks of an IPv6 address are counted beside it.
 */
export function createRateLimiter(options: RateLimiterOptions) {
  const { limitPerMinute, clock, maxAddresses = 100_000, isShared = false } = options;
  // Two generations: when the young one is a minute old, every window in the old one has ended, and the old
  // one is dropped as a whole. It is also dropped when the young one is full: a limit per address does not
  // hold a caller with that number of addresses, and the others must still be served.
  let young = new Map<string, Window>();
  let old = new Map<string, Window>();
  let youngSinceMs = clock.now();
  /** Windows with requests that the other processes do not know of. */
  const listed: Window[] = [];

  function begin(address: string, nowMs: number): Window {
    if (nowMs - youngSinceMs >= WINDOW_MS || young.size >= maxAddresses / 2) {
      old = young;
      young = new Map();
      youngSinceMs = nowMs;
    }
    const window = { key: address, count: 0, endsAtMs: nowMs + WINDOW_MS, sharedCount: 0, isListed: false };
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

  function list(window: Window): void {
    if (window.isListed || listed.length >= MAX_LISTED) return;
    window.isListed = true;
    listed.push(window);
  }

  /** One window for each key, since an address whose window was forgotten early may have two. */
  function takeListed(nowMs: number): Map<string, Window> {
    const taken = new Map<string, Window>();
    for (const window of listed.splice(0, MAX_COUNTS_A_REPORT)) {
      window.isListed = false;
      if (window.endsAtMs > nowMs) taken.set(window.key, window);
    }
    return taken;
  }

  return {
    size: () => young.size + old.size,

    /** Counts one request, whether it is then allowed or not. One that its address refuses uses up no wider network. */
    take(address: string): { isAllowed: boolean; remaining: number; endsAtMs: number } {
      const nowMs = clock.now();
      let taken = { isAllowed: true, remaining: limitPerMinute, endsAtMs: nowMs };
      for (const { key, times } of toRateKeys(address)) {
        const window = count(key, nowMs);
        const { count: counted, endsAtMs } = window;
        const limit = limitPerMinute * times;
        const left = limit - counted;
        if (left < taken.remaining) taken = { isAllowed: left >= 0, remaining: Math.max(0, left), endsAtMs };
        // Once all processes know that an address is over its limit, there is nothing more to report.
        if (isShared && counted >= limit * SHARED_FROM && window.sharedCount <= limit) list(window);
        if (!taken.isAllowed) break;
      }
      return taken;
    },

    /**
     * Reports what was counted since the last time, and goes on from what all processes have counted together. All of
     * them then have one window for an address. Nothing is reported if nothing happened. If it fails, this process
     * goes on with its own count, and reports it the next time.
     */
    async exchange(report: ReportCounts): Promise<void> {
      const nowMs = clock.now();
      const windows = takeListed(nowMs);
      if (windows.size === 0) return;
      const counts = [...windows.values()].map(({ key, count, sharedCount, endsAtMs }) => ({
        key,
        count: count - sharedCount,
        endsInMs: endsAtMs - nowMs,
      }));
      const reported = new Map(counts.map(({ key, count }) => [key, count]));
      try {
        for (const { key, count, endsInMs } of await report(counts)) {
          const window = windows.get(key);
          if (window === undefined) continue;
          const sinceThen = window.count - window.sharedCount - (reported.get(key) ?? 0);
          window.count = count + sinceThen;
          window.sharedCount = count;
          window.endsAtMs = clock.now() + endsInMs;
          // The common window may end later than the old generation is kept.
          if (old.get(key) === window) young.set(key, window);
        }
      } catch (error) {
        for (const window of windows.values()) list(window);
        throw error;
      }
    },
  };
}
