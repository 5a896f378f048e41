import {
  type Clock,
  createLogger,
  createShutdownDelay,
  type Logger,
  listenWithMetrics,
} from "@agent-registry/service";
import type { RelayerConfig } from "./config.ts";
import { createRelayer } from "./create-relayer.ts";
import type { Timing } from "./send/watcher.ts";

type StartOptions = {
  config: RelayerConfig;
  clock?: Clock;
  timing?: Partial<Timing>;
  logger?: Logger;
};

/** The relayer on its port, with its loops running. */
export async function startRelayer({ config, clock, timing, logger: given }: StartOptions) {
  const logger = given ?? createLogger({ name: "relayer", level: config.LOG_LEVEL });
  const shutdownDelay = createShutdownDelay(config.SHUTDOWN_DELAY_SECONDS * 1_000);
  const { isStopping } = shutdownDelay;
  const relayer = await createRelayer({
    config,
    logger,
    isStopping,
    ...(clock && { clock }),
    ...(timing && { timing }),
  });
  try {
    const { HOST: hostname, RELAYER_PORT: port, METRICS_PORT: metricsPort } = config;
    const { app, metrics } = relayer;
    const server = await listenWithMetrics({ app, port, hostname, metrics, metricsPort, logger });
    relayer.start();
    return {
      url: server.url,
      /** After the delay new requests are refused; those in flight are given time to be mined. */
      async stop(): Promise<void> {
        await shutdownDelay.begin();
        await Promise.all([server.stop(), relayer.drain()]);
        await relayer.stop();
      },
    };
  } catch (error) {
    await relayer.stop();
    throw error;
  }
}
