import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { createTestApi } from "../testing/test-api.ts";
import { createApiDocument } from "./api-document.ts";

describe("OpenAPI document", () => {
  it("is what apps/api/openapi.json holds (write it with apps/api/src/write-openapi.ts)", async () => {
    const committed = JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8"));
    assert.deepEqual(committed, JSON.parse(JSON.stringify(createApiDocument())));
  });

  it("documents every route there is, and no other", () => {
    const { app } = createTestApi();
    const served = app.routes
      .filter(({ method }) => method === "GET" || method === "POST")
      .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
    const isDocs = (path: string) => path === "/openapi.json" || path.startsWith("/docs");
    assert.deepEqual(
      Object.keys(createApiDocument().paths).sort(),
      [...new Set(served)].filter((path) => !isDocs(path)).sort(),
    );
  });

  it("is served, and so is the page to try it with, without anything from elsewhere", async () => {
    const { app, get } = createTestApi();
    assert.equal((await get("/openapi.json")).body.openapi, "3.1.0");
    const page = await (await app.request("/docs/")).text();
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
    assert.ok(links.length >= 3);
    for (const link of links) assert.equal((await app.request(`/docs/${link}`)).status, 200, link);
  });
});
