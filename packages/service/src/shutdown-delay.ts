import { setTimeout } from "node:timers/promises";

export type ShutdownDelay = ReturnType<typeof createShutdownDelay>;

/**
 * The time between the signal to stop and the end of service. In it the process answers as ever, but `/ready` says that
 * it stops, so that load balancers send no more requests to a port that is about to close.
 */
export function createShutdownDelay(delayMs: number) {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    async begin(): Promise<void> {
      isStopping = true;
      await setTimeout(delayMs);
    },
  };
}
