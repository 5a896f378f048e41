import { apiErrors } from "@agent-registry/protocol";
import {
  docsRoutes,
  errorHandler,
  findTracingMiddleware,
  HttpError,
  isDatabaseFailure,
  type Logger,
  type Metrics,
} from "@agent-registry/service";
import { Hono, type MiddlewareHandler } from "hono";
import { RpcFailure } from "./chain/nodes.ts";
import { answerUnserved, commonHeaders, crossOrigin, findServedMethods, originGuard } from "./middleware.ts";
import { openApiDocument } from "./openapi.ts";

type AppOptions = {
  routes: Hono[];
  metrics: Metrics;
  /** If they have a port of their own, the app does not have them. */
  hasMetricsPort?: boolean;
  floodGuard: MiddlewareHandler;
  allowedOrigins: "*" | string[];
  logger: Logger;
};

/** Everything that is mounted, and how failures are answered. */
export function createApp(options: AppOptions) {
  const { routes, metrics, hasMetricsPort = false, floodGuard, allowedOrigins, logger } = options;
  const app = new Hono();
  const handleError = errorHandler({ logger });
  app.onError((error, c) => handleError(toAnswer(error), c));
  app.notFound((c) => answerUnserved(app, c));
  const tracing = findTracingMiddleware();
  if (tracing !== undefined) app.use(tracing);
  app.use(commonHeaders);
  app.use(crossOrigin({ allowedOrigins, findMethods: (c) => findServedMethods(app, c.req.path) }));
  app.use(metrics.middleware);
  app.use(floodGuard);
  app.use(originGuard({ allowedOrigins }));
  const metricsRoutes = hasMetricsPort ? [] : [metrics.route];
  for (const route of [...routes, ...metricsRoutes, docsRoutes({ document: openApiDocument })])
    app.route("/", route);
  return app;
}

/** What the database says is for the log: it may name hosts and users. */
function toAnswer(error: Error): Error {
  if (error instanceof RpcFailure)
    return new HttpError(500, apiErrors.rpcFailure(error.message), { cause: error });
  if (error instanceof HttpError || !isDatabaseFailure(error)) return error;
  return new HttpError(500, apiErrors.databaseFailure("the ledger cannot be reached"), { cause: error });
}
