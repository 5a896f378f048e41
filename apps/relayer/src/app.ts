import { apiErrors, REQUEST_ID_HEADER, TRACEPARENT_HEADER } from "@agent-registry/protocol";
import {
  docsRoutes,
  errorHandler,
  findTracingMiddleware,
  getRequestId,
  HttpError,
  isDatabaseFailure,
  type Logger,
  type Metrics,
} from "@agent-registry/service";
import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { RpcFailure } from "./chain/rpc-error.ts";
import { originGuard } from "./middleware/origin-guard.ts";
import { openApiDocument } from "./openapi.ts";
import { answerUnserved, findServedMethods } from "./routes/served-methods.ts";

/** So long a browser needs not ask again whether its page may. */
const PREFLIGHT_SECONDS = 86_400;

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
  app.use(async function commonHeaders(c, next) {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    if (c.res.status >= 400) c.header(REQUEST_ID_HEADER, getRequestId(c));
  });
  // Agents may run in browsers.
  app.use(
    cors({
      origin: allowedOrigins,
      allowMethods: (_origin, c) => findServedMethods(app, c.req.path),
      allowHeaders: ["Content-Type", REQUEST_ID_HEADER, TRACEPARENT_HEADER],
      exposeHeaders: ["Retry-After", REQUEST_ID_HEADER],
      maxAge: PREFLIGHT_SECONDS,
    }),
  );
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
