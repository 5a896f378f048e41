import type { Context, Hono } from "hono";

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
