import { apiErrors } from "@agent-registry/protocol";
import type { ClientIp, Clock } from "@agent-registry/service";
import type { Context, ErrorHandler, Handler } from "hono";
import { reply, replyJson } from "../answers/reply.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RequestTally } from "./request-tally.ts";

type EdgeDeps = {
  limiter: RateLimiter;
  limitPerMinute: number;
  clientIp: ClientIp;
  clock: Clock;
  tally: RequestTally;
  onError: ErrorHandler;
};

type Guard = (options: { route: string; handler: Handler }) => (c: Context) => Response | Promise<Response>;

/**
 * What holds for every request, whatever it asks for: it is counted, it counts against the rate limit, and
 * its answer may be read by pages of any origin. Wraps handlers instead of being a middleware: Hono answers
 * a lone handler at once, but chains of middleware by promises, which cost more than a cached answer does.
 */
export function createEdge({ limiter, limitPerMinute, clientIp, clock, tally, onError }: EdgeDeps): Guard {
  const limit = String(limitPerMinute);

  /** Refuses where the limit is reached. */
  function admit(c: Context): Response | undefined {
    const { isAllowed, remaining, endsAtMs } = limiter.take(clientIp(c));
    const headers: Record<string, string> = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers":
        "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Age",
      "X-Content-Type-Options": "nosniff",
      "X-RateLimit-Limit": limit,
      "X-RateLimit-Remaining": String(remaining),
      // Seconds since the epoch, as most services have it.
      "X-RateLimit-Reset": String(Math.ceil(endsAtMs / 1000)),
    };
    c.set("edgeHeaders", headers);
    if (isAllowed) return undefined;
    headers["Retry-After"] = String(Math.max(1, Math.ceil((endsAtMs - clock.now()) / 1000)));
    return replyJson(c, 429, { error: apiErrors.rateLimit });
  }

  return function guard({ route, handler }) {
    const count = tally.forRoute(route);
    return function guarded(c) {
      const startedAt = performance.now();
      function finish(response: Response): Response {
        addEdgeHeaders(c, response);
        count({ method: c.req.method, status: response.status, ms: performance.now() - startedAt });
        return response;
      }
      async function fail(error: unknown): Promise<Response> {
        if (!(error instanceof Error)) throw error;
        return finish(await onError(error, c));
      }
      try {
        const response = admit(c) ?? handler(c, async () => {});
        return response instanceof Promise ? response.then(finish, fail) : finish(response);
      } catch (error) {
        return fail(error);
      }
    };
  };
}

/** For answers that were not made by `reply`. */
function addEdgeHeaders(c: Context, response: Response): void {
  if (c.get("hasEdgeHeaders")) return;
  const headers = c.get("edgeHeaders");
  for (const name in headers) response.headers.set(name, headers[name] ?? "");
  if (response.status >= 400) response.headers.set("Cache-Control", "no-store");
}

const ALLOWED_METHODS = "GET, HEAD, OPTIONS";

/** For whatever no route takes: preflight requests of browsers, attempts to write, unknown paths. */
export function answerOther(c: Context): Response {
  if (c.req.method === "OPTIONS") {
    const headers = {
      "Access-Control-Allow-Methods": ALLOWED_METHODS,
      "Access-Control-Allow-Headers": "*",
      "Access-Control-Max-Age": "86400",
    };
    return reply(c, { status: 204, body: null, headers });
  }
  if (c.req.method === "GET" || c.req.method === "HEAD") return replyJson(c, 404, { error: "Not found" });
  const response = replyJson(c, 405, { error: "Method not allowed" });
  response.headers.set("Allow", ALLOWED_METHODS);
  return response;
}
