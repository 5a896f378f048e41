import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { testAgent, testConsents, toTestTime } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";
import { createSigningApi } from "../testing/test-signing.ts";
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

  it("tells of 304 if the answer has an ETag, and of none otherwise", async () => {
    const agent = testAgent({ agentId: 1, registeredAt: toTestTime(40) });
    const { request, statusLists } = await createSigningApi({
      agents: [agent],
      consents: { 1: testConsents() },
    });
    await statusLists.look();
    const values: Record<string, string> = {
      id: "1",
      list: "0",
      wallet: agent.agentWallet,
      address: agent.haftungsperson,
    };
    const seen: string[] = [];
    for (const [path, { get }] of Object.entries(createApiDocument().paths)) {
      const url = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
      const response = await request(path.endsWith("/at") ? `${url}?block=60` : url);
      if (get === undefined || response.status !== 200) continue;
      seen.push(path);
      const { responses } = get as { responses: object };
      assert.equal(304 in responses, response.headers.has("etag"), path);
    }
    // The first needs a node, which this register does not have; the other takes POST alone.
    assert.deepEqual(
      Object.keys(createApiDocument().paths).filter((path) => !seen.includes(path)),
      ["/api/v1/kya/{wallet}/proof", "/api/v1/kya"],
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
