import type { Clock, Logger } from "@agent-registry/service";

const EVERY_MS = 5_000;

/** Logs every few seconds how far a back-fill is. */
export function createProgressLog({ logger, clock, from }: { logger: Logger; clock: Clock; from: number }) {
  const startedAtMs = clock.now();
  let loggedAtMs = startedAtMs;
  let events = 0;

  return {
    advanced(step: { block: number; target: number; events: number }): void {
      events += step.events;
      const nowMs = clock.now();
      if (nowMs - loggedAtMs < EVERY_MS) return;
      loggedAtMs = nowMs;
      const seconds = (nowMs - startedAtMs) / 1000;
      const blocksPerSecond = (step.block - from) / seconds;
      logger.info(
        {
          block: step.block,
          target: step.target,
          eventsPerSecond: Math.round(events / seconds),
          blocksPerSecond: Math.round(blocksPerSecond),
          remainingSeconds: Math.ceil((step.target - step.block) / blocksPerSecond),
        },
        "Reading the chain's past",
      );
    },
  };
}
