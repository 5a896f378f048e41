import type { Logger } from "../observing/logger.ts";

const RETRY_MS = 250;

type LoopOptions = {
  /** Never runs twice at once. */
  run: () => Promise<void>;
  /** How long it rests if it is not woken. */
  intervalMs: number;
  /** Names the work in the log of its failures; without it, the work handles them itself. */
  log?: { name: string; logger: Logger };
  /** Whether its timer alone keeps the process alive. In a service, the server does. */
  keepsProcess?: boolean;
};

/** Work that runs when it is woken, and now and then by itself. A failure is logged, and the work goes on. */
export function createLoop({ run, intervalMs, log, keepsProcess = false }: LoopOptions) {
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
    if (!keepsProcess) timer.unref();
  }

  function start(): void {
    // It was woken during a run: it runs again when this run is over.
    if (running !== undefined) return;
    dueAt = Number.POSITIVE_INFINITY;
    running = run()
      .catch((error) => {
        log?.logger.warn({ err: error }, `${log.name} failed; trying again`);
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

/** Does a task, and does it again after each pause until it is stopped. The task must not throw. */
export function createRepeat({ task, pauseMs }: { task: () => Promise<void>; pauseMs: number }) {
  const { wake, stop } = createLoop({ run: task, intervalMs: pauseMs, keepsProcess: true });
  let isStarted = false;
  return {
    /** Once: a second call changes nothing. */
    start(): void {
      if (!isStarted) wake();
      isStarted = true;
    },
    /** Ends the pause at once, and waits for a task that is under way. */
    stop,
  };
}
