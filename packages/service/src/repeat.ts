import { setTimeout } from "node:timers/promises";

/** Does a task, and does it again after each pause until it is stopped. The task must not throw. */
export function createRepeat({ task, pauseMs }: { task: () => Promise<void>; pauseMs: number }) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await task();
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    /** Once: a second call changes nothing. */
    start(): void {
      running ??= run();
    },
    /** Ends the pause at once, and waits for a task that is under way. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
