import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { collectDefaultMetrics, Registry } from "prom-client";
import { type CountedRequest, createRequestCounts } from "./request-counts.ts";

export type Metrics = {
  registry: Registry;
  middleware: MiddlewareHandler;
  /** For a service that has no use for the middleware. Callers must not be able to make new labels at will. */
  countRequest(request: CountedRequest): void;
  route: Hono;
};

/** Prometheus metrics of one service: requests by route and status, their seconds, and the process itself. */
export function createMetrics({ isProcessWatched = true } = {}): Metrics {
  const registry = new Registry();
  if (isProcessWatched) collectDefaultMetrics({ register: registry });
  const countRequest = createRequestCounts(registry);

  return {
    registry,
    countRequest,
    middleware: async function requestMetrics(c, next) {
      const startedAt = performance.now();
      await next();
      // The route's pattern, not the path: a caller must not be able to make new labels at will.
      const route = c.res.status === 404 ? "other" : routePath(c, -1);
      const seconds = (performance.now() - startedAt) / 1000;
      countRequest({ method: c.req.method, route, status: c.res.status, seconds });
    },
    route: new Hono().get("/metrics", async (c) =>
      c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType }),
    ),
  };
}
