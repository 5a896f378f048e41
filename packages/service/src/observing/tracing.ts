import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { toMethod, toRoute } from "./metrics.ts";

/** Any of these asks for traces; the SDK itself reads all variables that OpenTelemetry has. */
const ASKING = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER"];

type Env = Record<string, string | undefined>;
type Sdk = { start(): void; shutdown(): Promise<void> };

let isTracing = false;

/**
 * Starts OpenTelemetry if the environment asks for it and its SDK is installed; the register does not bring it along.
 * Returns how to end it, which sends the last spans.
 */
export async function startTracing({ env }: { env: Env }): Promise<() => Promise<void>> {
  const isAsked = ASKING.some((name) => env[name]) && env.OTEL_TRACES_EXPORTER !== "none";
  if (!isAsked || env.OTEL_SDK_DISABLED === "true") return async () => {};
  const sdk = await openSdk();
  sdk?.start();
  isTracing = sdk !== undefined;
  return async () => await sdk?.shutdown();
}

async function openSdk(): Promise<Sdk | undefined> {
  try {
    const { NodeSDK } = await import("@opentelemetry/sdk-node");
    return new NodeSDK({ instrumentations: [] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(
      `OTEL_ variables ask for traces, but @opentelemetry/sdk-node is not installed: nothing is traced.`,
    );
    return undefined;
  }
}

/** One span for each request, in the trace that its caller names; undefined unless traces are asked for. */
export function findTracingMiddleware(): MiddlewareHandler | undefined {
  if (!isTracing) return undefined;
  const tracer = trace.getTracer("agent-registry");
  return async function tracing(c, next) {
    const parent = propagation.extract(context.active(), c.req.header());
    const method = toMethod(c);
    const attributes = { "http.request.method": method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    try {
      await context.with(trace.setSpan(parent, span), next);
    } finally {
      // The route's pattern: a path names wallets, and there are as many of them as callers like.
      const route = toRoute(c);
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": c.res.status });
      if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  };
}
