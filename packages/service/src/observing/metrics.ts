import { createRequire } from "node:module";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { singleFlight } from "../timing/single-flight.ts";
import { createRequestCounts } from "./request-counts.ts";

export type Metrics = {
  registry: Registry;
  middleware: MiddlewareHandler;
  /** For a service that measures its requests in a middleware of its own. `startedAt` is of `performance.now()`. */
  countRequest(c: Context, startedAt: number): void;
  route: Hono;
};

/** All packages of the project have one version. */
const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** Callers choose their method, but not our labels. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** The path of a middleware for every request: the last one that matches a request which no route takes. */
const NO_ROUTE = "/*";

/** Prometheus metrics of one service: its version, requests by route and status, their seconds, and the process itself. */
export function createMetrics({ isProcessWatched = true } = {}): Metrics {
  const registry = new Registry();
  if (isProcessWatched) watchProcess(registry);
  new Gauge({
    name: "agent_registry_build_info",
    help: "1; the labels say which version of the service runs, on which Node",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const addRequest = createRequestCounts(registry);
  // `/metrics` has no limit, so all who ask at once share one read.
  const readMetrics = singleFlight(() => registry.metrics());

  function countRequest(c: Context, startedAt: number): void {
    addRequest({
      method: toMethod(c),
      route: toRoute(c),
      status: c.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
  }

  return {
    registry,
    countRequest,
    middleware: async function requestMetrics(c, next) {
      const startedAt = performance.now();
      await next();
      countRequest(c, startedAt);
    },
    route: new Hono().get("/metrics", async (c) =>
      c.body(await readMetrics(), 200, { "Content-Type": registry.contentType }),
    ),
  };
}

export function toMethod({ req: { method } }: Context): string {
  return METHODS.has(method) ? method : "other";
}

/** The route's pattern, not the path: a caller must not be able to make new labels at will. */
export function toRoute(c: Context): string {
  const route = routePath(c, -1);
  return route === NO_ROUTE ? "other" : route;
}

/** The sums of three gauges. Prometheus makes them by itself, and takes names with this end for counters. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}
