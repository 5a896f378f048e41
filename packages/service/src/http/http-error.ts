import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "../observing/logger.ts";
import { getRequestId } from "./request-id.ts";

/** An answer to the caller: its message is shown as it is, so it must name nothing of the inside. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    options: {
      cause?: unknown;
      headers?: Record<string, string>;
      /** What the answer holds beside the message. */
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

/** For `app.onError`: every failure leaves as `{ error }`, a few with details beside it; what we did not foresee is logged whole. */
export function errorHandler({ logger }: { logger: Logger }) {
  return function handleError(error: Error, c: Context): Response {
    if (error instanceof HttpError) {
      // Expected, and during an outage there is one for every request.
      if (error.status >= 500) {
        logger.debug({ err: error, requestId: getRequestId(c), path: c.req.path }, "request failed");
      }
      return c.json({ error: error.message, ...error.details }, error.status, error.headers);
    }
    if (error instanceof HTTPException)
      return c.json({ error: error.message || "Bad request" }, error.status);
    const { method, path } = c.req;
    logger.error({ err: error, requestId: getRequestId(c), method, path }, "unforeseen error");
    return c.json({ error: "Internal error" }, 500);
  };
}
