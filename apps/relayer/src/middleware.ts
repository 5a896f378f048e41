import { REQUEST_ID_HEADER, relayErrors, TRACEPARENT_HEADER } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  createRateLimiter,
  getRequestId,
  HttpError,
  isUncounted,
  toRateLimit,
  toRateLimitPolicy,
  toRetryAfterSeconds,
} from "@agent-registry/service";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

export const commonHeaders: MiddlewareHandler = async function commonHeaders(c, next) {
  c.header("X-Content-Type-Options", "nosniff");
  await next();
  if (c.res.status >= 400) c.header(REQUEST_ID_HEADER, getRequestId(c));
};

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

/**
 * Refuses what a page of another origin posts: a browser sends some requests before it asks whether it may, and
 * each uses up the limit of the address that its user has. Clients that are no browser send no origin.
 */
export function originGuard({ allowedOrigins }: { allowedOrigins: "*" | string[] }): MiddlewareHandler {
  return async function originGuard(c, next) {
    const origin = c.req.header("origin");
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const isAllowed = origin === undefined || allowedOrigins === "*" || allowedOrigins.includes(origin);
    if (!isRead && !isAllowed) throw new HttpError(403, relayErrors.originNotAllowed);
    await next();
  };
}

type FloodGuardOptions = { limitPerMinute: number; clientIp: ClientIp; clock: Clock };

/**
 * Counts every request of an address, whatever it asks for: far more than a client needs is a flood. Load balancers and
 * Prometheus, which ask for `/ready` and `/metrics`, are not counted.
 */
export function floodGuard({ limitPerMinute, clientIp, clock }: FloodGuardOptions): MiddlewareHandler {
  const limiter = createRateLimiter({ limitPerMinute, clock });
  const policy = toRateLimitPolicy(limitPerMinute);
  return async function floodGuard(c, next) {
    if (isUncounted(c.req.path)) return await next();
    const { isAllowed, remaining, endsAtMs } = limiter.take(clientIp(c));
    const nowMs = clock.now();
    // Before there is an answer: one that headers are added to is written slowly.
    c.header("RateLimit-Policy", policy);
    c.header("RateLimit", toRateLimit({ remaining, endsAtMs, nowMs }));
    if (!isAllowed) {
      const headers = { "Retry-After": String(toRetryAfterSeconds({ endsAtMs, nowMs })) };
      throw new HttpError(429, relayErrors.flood(limitPerMinute), { headers });
    }
    await next();
  };
}

/** The methods that the app serves on a path; none if it has no such path. */
export function findServedMethods(app: Hono, path: string): string[] {
  const isServed = (method: string) =>
    // What is mounted for every method is middleware.
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  return [...(isServed("GET") ? ["GET", "HEAD"] : []), ...(isServed("POST") ? ["POST"] : [])];
}

/** Answers what no route takes: the path is unknown, or is there for other methods. */
export function answerUnserved(app: Hono, c: Context): Response {
  const methods = findServedMethods(app, c.req.path);
  if (methods.length === 0) return c.json({ error: "Not found" }, 404);
  return c.json({ error: "Method not allowed" }, 405, { Allow: methods.join(", ") });
}
