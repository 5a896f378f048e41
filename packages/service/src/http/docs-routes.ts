import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { Hono } from "hono";

const ASSETS_DIR = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const ASSETS = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
]);

const START_SCRIPT = `SwaggerUIBundle({ url: "../openapi.json", dom_id: "#docs", deepLinking: true });`;

/**
 * `/openapi.json`, and at `/docs` a page to try the API with: all of it from this server. One route for all assets: a mix of
 * fixed and variable names would keep the whole app from Hono's fast router.
 */
export function docsRoutes({ document }: { document: { info: { title: string } } }): Hono {
  return new Hono()
    .get("/openapi.json", (c) => c.json(document))
    .get("/docs", (c) => c.redirect("docs/", 302))
    .get("/docs/", (c) => c.html(toPage(document.info.title), 200, pageHeaders))
    .get("/docs/:asset{[a-z-]+\\.[a-z]+}", async (c) => {
      const asset = c.req.param("asset");
      if (asset === "start.js")
        return c.body(START_SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8" });
      const type = ASSETS.get(asset);
      if (type === undefined) return c.json({ error: "Not found" }, 404);
      const content = await readFile(path.join(ASSETS_DIR, asset));
      return c.body(content, 200, { "Content-Type": type, "Cache-Control": "public, max-age=86400" });
    });
}

const pageHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
};

function toPage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;
}
