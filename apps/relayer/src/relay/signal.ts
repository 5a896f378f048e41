export type Signal = ReturnType<typeof createSignal>;

/** Lets many wait for something to change. */
export function createSignal() {
  let next = Promise.withResolvers<void>();
  return {
    notify(): void {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    /** Until the next change, or until the time is over. */
    async wait(timeoutMs: number): Promise<void> {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, timeoutMs);
      await Promise.race([next.promise, timer.promise]);
      clearTimeout(timeout);
    },
  };
}
