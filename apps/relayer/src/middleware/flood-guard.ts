import { relayErrors } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  createRateLimiter,
  HttpError,
  isUncounted,
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
  return async function floodGuard(c, next) {
    if (isUncounted(c.req.path)) return await next();
    const { isAllowed, endsAtMs } = limiter.take(clientIp(c));
    if (!isAllowed) {
      const headers = { "Retry-After": String(toRetryAfterSeconds({ endsAtMs, nowMs: clock.now() })) };
      throw new HttpError(429, relayErrors.flood(limitPerMinute), { headers });
    }
    await next();
  };
}
