import type { Context } from "hono";
import { reply, replyJson } from "./reply.ts";

const ALLOWED_METHODS = "GET, HEAD, OPTIONS";
/** The one route that is asked by POST; it reads alone, too. */
const POSTED_PATH = "/api/v1/kya";

/** Answers requests that no route takes: preflight requests of browsers, attempts to write, unknown paths. */
export function notFound(c: Context): Response {
  const allowedMethods = c.req.path === POSTED_PATH ? "POST, OPTIONS" : ALLOWED_METHODS;
  if (c.req.method === "OPTIONS") {
    const headers = {
      "Access-Control-Allow-Methods": allowedMethods,
      "Access-Control-Allow-Headers": "*",
      "Access-Control-Max-Age": "86400",
    };
    return reply(c, { status: 204, body: null, headers });
  }
  if (c.req.method === "GET" || c.req.method === "HEAD") return replyJson(c, 404, { error: "Not found" });
  const response = replyJson(c, 405, { error: "Method not allowed" });
  response.headers.set("Allow", allowedMethods);
  return response;
}
