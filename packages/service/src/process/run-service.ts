import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { maskUrls } from "@agent-registry/protocol";
import { ConfigError } from "../config/config.ts";
import { describeMisspelt } from "../config/misspelt-settings.ts";
import { createLogger } from "../observing/logger.ts";
import { startTracing } from "../observing/tracing.ts";

export type RunningService = { stop(): Promise<void> };

type Service = {
  /** As its log has it. */
  name: string;
  /** The names of all variables that it reads. */
  settings: readonly string[];
  start(): Promise<RunningService>;
};

/**
 * The life of a service's process: starts it, and stops it on Ctrl-C, on SIGTERM or, if a parent process
 * holds an IPC channel to it, when that parent is gone.
 */
export async function runService({ name, settings, start }: Service): Promise<void> {
  // Before anything else: a setting that is missing may be misspelt.
  for (const warning of describeMisspelt({ env: process.env, settings }))
    createLogger({ name }).warn(warning);
  let service: RunningService;
  let stopTracing: () => Promise<void>;
  try {
    // First, so that whatever the service builds finds it.
    stopTracing = await startTracing({ env: process.env });
    service = await start();
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : maskUrls(inspect(error)));
    process.exit(1);
  }

  let isStopping = false;
  const stop = (): void => {
    // A second signal ends the process at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    const ended = service.stop().then(() =>
      // The process ends even if the last spans cannot be sent: their collector may be gone.
      stopTracing().catch((error) => console.error(maskUrls(`The last spans are lost: ${error}`))),
    );
    ended.then(
      () => process.exit(0),
      (error) => {
        console.error(maskUrls(inspect(error)));
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
}

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
