import { relayErrors } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  createRateLimiter,
  HttpError,
  isUncounted,
  toRateLimit,
  toRateLimitPolicy,
  toRetryAfterSeconds,
} from "@agent-registry/service";
import type { MiddlewareHandler } from "hono";

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
