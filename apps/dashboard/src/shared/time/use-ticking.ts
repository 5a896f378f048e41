"use client";

import { useSyncExternalStore } from "react";
import { useServices } from "../../api/api-provider.tsx";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for the whole page, running only while a component uses it. */
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

/** Whole seconds: React reads the value several times, and it must be the same each time. */
function readNowMs(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

/**
 * A value computed from the present time, every second. The component renders again only when the value
 * changes: "3 days ago" renders once a day.
 */
export function useTicking<T extends string | number | boolean | null>(read: (nowMs: number) => T): T {
  const { renderedAtMs } = useServices();
  return useSyncExternalStore(
    subscribe,
    () => read(readNowMs()),
    () => read(renderedAtMs),
  );
}
