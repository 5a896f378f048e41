import { randomUUID } from "node:crypto";
import {
  parseRequestId,
  parseTraceId,
  REQUEST_ID_HEADER,
  TRACEPARENT_HEADER,
} from "@agent-registry/protocol";
import { trace } from "@opentelemetry/api";
import type { Context } from "hono";

declare module "hono" {
  interface ContextVariableMap {
    requestId: string;
  }
}

/**
 * By which id a request is logged: that of its caller's trace, the one that its caller gave it, or a new one, which is
 * that of our own trace if we trace. Found when it is first asked for, so that a request of which there is nothing to
 * say costs nothing more.
 */
export function getRequestId(c: Context): string {
  const known: string | undefined = c.get("requestId");
  if (known !== undefined) return known;
  const id =
    parseTraceId(c.req.header(TRACEPARENT_HEADER)) ??
    parseRequestId(c.req.header(REQUEST_ID_HEADER)) ??
    trace.getActiveSpan()?.spanContext().traceId ??
    randomUUID();
  c.set("requestId", id);
  return id;
}
