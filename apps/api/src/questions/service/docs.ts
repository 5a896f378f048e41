import { docsRoutes } from "@agent-registry/service";
import { type Context, Hono } from "hono";

/**
 * `/openapi.json` and `/docs`. In a router of their own: the mix of fixed and variable names below `/docs`
 * would keep the whole app from Hono's fast router.
 */
export function docsRoute({ document }: Parameters<typeof docsRoutes>[0]) {
  const docs = docsRoutes({ document }).onError((error) => {
    throw error;
  });
  const forward = (c: Context) => docs.fetch(c.req.raw);
  return new Hono()
    .get("/openapi.json", forward)
    .get("/docs", forward)
    .get("/docs/", forward)
    .get("/docs/:asset{[a-z-]+\\.[a-z]+}", forward);
}
