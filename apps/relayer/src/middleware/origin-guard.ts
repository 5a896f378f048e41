import { relayErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { MiddlewareHandler } from "hono";

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
