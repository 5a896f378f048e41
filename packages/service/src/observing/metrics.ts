import { createRequire } from "node:module";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from "prom-client";
import { singleFlight } from "../timing/single-flight.ts";

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

type CountedRequest = { method: string; route: string; status: number; seconds: number };

type RouteCounts = { byStatus: Map<string, number>; buckets: number[]; seconds: number; total: number };

const DURATION = "agent_registry_http_request_duration_seconds";
const BOUNDS_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/**
 * Requests by route and status, and a histogram of their seconds by route. Counted in plain numbers, which the
 * registry reads when it is asked: `inc` and `observe` of prom-client put together a key from the labels each
 * time. With those a request of `bench/api-kya.ts` takes 6 % (random wallets) to 10 % (same wallet) more
 * processor time.
 */
export function createRequestCounts(registry: Registry) {
  const routes = new Map<string, RouteCounts>();

  new Counter({
    name: "agent_registry_http_requests_total",
    help: "Requests by route and status",
    labelNames: ["method", "route", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, { byStatus }] of routes) {
        for (const [key, count] of byStatus) {
          const [method = "", status = ""] = key.split(" ");
          this.inc({ route, method, status }, count);
        }
      }
    },
  });
  // What a registry asks of a metric; a `Histogram` of prom-client can be filled by `observe` only.
  const histogram = {
    name: DURATION,
    get: async () => ({
      name: DURATION,
      help: "Seconds from request to answer",
      type: "histogram",
      values: [...routes].flatMap(([route, counts]) => toSeries(route, counts)),
    }),
  };
  registry.registerMetric(histogram as unknown as Histogram);

  return function addRequest({ method, route, status, seconds }: CountedRequest): void {
    let counts = routes.get(route);
    if (counts === undefined) {
      counts = { byStatus: new Map(), buckets: BOUNDS_SECONDS.map(() => 0), seconds: 0, total: 0 };
      routes.set(route, counts);
    }
    const key = `${method} ${status}`;
    counts.byStatus.set(key, (counts.byStatus.get(key) ?? 0) + 1);
    const bucket = BOUNDS_SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.seconds += seconds;
    counts.total += 1;
  };
}

/** As Prometheus has it: each bucket also counts what is in those below it. */
function toSeries(route: string, { buckets, seconds, total }: RouteCounts) {
  let below = 0;
  const cumulative = BOUNDS_SECONDS.map((le, index) => {
    below += buckets[index] ?? 0;
    return { metricName: `${DURATION}_bucket`, labels: { le, route }, value: below };
  });
  return [
    ...cumulative,
    { metricName: `${DURATION}_bucket`, labels: { le: "+Inf", route }, value: total },
    { metricName: `${DURATION}_sum`, labels: { route }, value: seconds },
    { metricName: `${DURATION}_count`, labels: { route }, value: total },
  ];
}
