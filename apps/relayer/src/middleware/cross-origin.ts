import { REQUEST_ID_HEADER, TRACEPARENT_HEADER } from "@agent-registry/protocol";
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** For this time a browser need not ask again whether its page may send requests. */
const PREFLIGHT_SECONDS = 86_400;
const exposeHeaders = ["RateLimit", "RateLimit-Policy", "Retry-After", REQUEST_ID_HEADER];

type CrossOriginOptions = {
  allowedOrigins: "*" | string[];
  findMethods: (c: Context) => string[];
};

/**
 * Agents may run in browsers. Hono answers what a browser asks beforehand. The headers of all other answers are set
 * before there is one: Hono adds them to an answer that is there already, and what was added to is written slowly.
 */
export function crossOrigin({ allowedOrigins, findMethods }: CrossOriginOptions): MiddlewareHandler {
  const answerPreflight = cors({
    origin: allowedOrigins,
    allowMethods: (_origin, c) => findMethods(c),
    allowHeaders: ["Content-Type", REQUEST_ID_HEADER, TRACEPARENT_HEADER],
    exposeHeaders,
    maxAge: PREFLIGHT_SECONDS,
  });

  return async function crossOrigin(c, next) {
    if (c.req.method === "OPTIONS") return await answerPreflight(c, next);
    const origin =
      allowedOrigins === "*" ? "*" : allowedOrigins.find((one) => one === c.req.header("origin"));
    if (origin !== undefined) c.header("Access-Control-Allow-Origin", origin);
    c.header("Access-Control-Expose-Headers", exposeHeaders.join(","));
    if (allowedOrigins !== "*") c.header("Vary", "Origin");
    await next();
  };
}
