"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for the whole page, running only while something on it ticks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whole seconds, so that one moment reads the same however often React asks. */
function readNowMs(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

/**
 * A value made of the present time. The component renders again only when the value changes, not with
 * every second: "3 days ago" renders once a day.
 */
export function useTicking<T extends string | number | boolean | null>(read: (nowMs: number) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => read(readNowMs()),
    () => read(readNowMs()),
  );
}
