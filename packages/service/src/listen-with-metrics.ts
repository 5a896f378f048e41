import { Hono } from "hono";
import { type Listening, type ListenOptions, listen } from "./listen.ts";
import type { Metrics } from "./metrics.ts";

type Options = ListenOptions & {
  metrics: Pick<Metrics, "route">;
  /** If not given, the app itself has the metrics. */
  metricsPort: number | undefined;
};

/**
 * Serves the app and, if they have a port of their own, its metrics. That port answers `/ready`, too, so that a load
 * balancer needs no way to the public one. Both stop together.
 */
export async function listenWithMetrics({ metrics, metricsPort, ...options }: Options): Promise<Listening> {
  const listening = await listen(options);
  if (metricsPort === undefined) return listening;
  const apart = await listen({
    ...options,
    app: new Hono().route("/", metrics.route).get("/ready", (c) => options.app.fetch(c.req.raw, c.env)),
    port: metricsPort,
    logger: options.logger.child({ serves: "metrics" }),
  }).catch(async (error) => {
    await listening.stop();
    throw error;
  });
  return {
    ...listening,
    async stop() {
      // The metrics go last: they show how the requests under way ended.
      await listening.stop();
      await apart.stop();
    },
  };
}
