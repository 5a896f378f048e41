import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export type Metrics = { registry: Registry; middleware: MiddlewareHandler; route: Hono };

/** Prometheus metrics of one service: requests by route and status, their seconds, and the process itself. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by route and status",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds from request to answer",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });

  return {
    registry,
    middleware: async function countRequest(c, next) {
      const startedAt = performance.now();
      await next();
      // The route's pattern, not the path: a caller must not be able to make new labels at will.
      const route = c.res.status === 404 ? "other" : routePath(c, -1);
      requests.inc({ method: c.req.method, route, status: c.res.status });
      seconds.observe({ route }, (performance.now() - startedAt) / 1000);
    },
    route: new Hono().get("/metrics", async (c) =>
      c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType }),
    ),
  };
}
