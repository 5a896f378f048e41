import { relayErrors } from "@agent-registry/protocol";
import {
  type ClientIp,
  type Clock,
  createRateLimiter,
  HttpError,
  toRetryAfterSeconds,
} from "@agent-registry/service";
import type { MiddlewareHandler } from "hono";

type FloodGuardOptions = { limitPerMinute: number; clientIp: ClientIp; clock: Clock };

/** Counts every request of an address, whatever it asks for: far more than a client needs is a flood. */
export function floodGuard({ limitPerMinute, clientIp, clock }: FloodGuardOptions): MiddlewareHandler {
  const limiter = createRateLimiter({ limitPerMinute, clock });
  return async function floodGuard(c, next) {
    const { isAllowed, endsAtMs } = limiter.take(clientIp(c));
    if (!isAllowed) {
      const headers = { "Retry-After": String(toRetryAfterSeconds({ endsAtMs, nowMs: clock.now() })) };
      throw new HttpError(429, relayErrors.flood(limitPerMinute), { headers });
    }
    await next();
  };
}
