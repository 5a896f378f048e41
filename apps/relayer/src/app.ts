import { apiErrors } from "@agent-registry/protocol";
import {
  docsRoutes,
  errorHandler,
  HttpError,
  type Logger,
  type Metrics,
  notFoundHandler,
} from "@agent-registry/service";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { RpcFailure } from "./chain/rpc-error.ts";
import { openApiDocument } from "./openapi.ts";

/** Everything that is mounted, and how failures are answered. */
export function createApp({ routes, metrics, logger }: { routes: Hono[]; metrics: Metrics; logger: Logger }) {
  const app = new Hono();
  const handleError = errorHandler({ logger });
  app.onError((error, c) =>
    handleError(
      error instanceof RpcFailure
        ? new HttpError(500, apiErrors.rpcFailure(error.message), { cause: error })
        : error,
      c,
    ),
  );
  app.notFound(notFoundHandler);
  // Agents may run in browsers.
  app.use(cors());
  app.use(metrics.middleware);
  for (const route of [...routes, metrics.route, docsRoutes({ document: openApiDocument })])
    app.route("/", route);
  return app;
}
