import type { Logger } from "@agent-registry/service";

const RETRY_MS = 250;

type LoopOptions = {
  name: string;
  /** Never runs twice at once. */
  run: () => Promise<void>;
  /** How long it rests if it is not woken. */
  intervalMs: number;
  logger: Logger;
};

/** Work that runs when it is woken, and now and then by itself. A failure is logged, and the work goes on. */
export function createLoop({ name, run, intervalMs, logger }: LoopOptions) {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function schedule(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (isStopped || at >= dueAt) return;
    dueAt = at;
    clearTimeout(timer);
    timer = setTimeout(start, delayMs);
    // The server keeps the process alive, not its loops.
    timer.unref();
  }

  function start(): void {
    // It was woken during a run: it runs again when this run is over.
    if (running !== undefined) return;
    dueAt = Number.POSITIVE_INFINITY;
    running = run()
      .catch((error) => {
        logger.warn({ err: error }, `${name} failed; trying again`);
        schedule(Math.min(RETRY_MS, intervalMs));
      })
      .finally(() => {
        running = undefined;
        if (dueAt <= performance.now()) {
          dueAt = Number.POSITIVE_INFINITY;
          schedule(0);
        }
        schedule(intervalMs);
      });
  }

  return {
    wake: () => schedule(0),
    wakeIn: schedule,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
