import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { createApiDocument } from "./api-document.ts";
import { createTestApi, TEST_REGISTRY } from "./testing/test-api.ts";
import { fileForPersons, testAccreditation } from "./testing/test-certificates.ts";
import { testAgent, toTestTime } from "./testing/test-rows.ts";
import { createSigningApi } from "./testing/test-signing.ts";
import { writeTestSnapshot } from "./testing/write-test-snapshot.ts";

describe("OpenAPI document", () => {
  it("is what apps/api/openapi.json holds (npm run openapi writes it)", async () => {
    const committed = JSON.parse(await readFile(new URL("../openapi.json", import.meta.url), "utf8"));
    assert.deepEqual(committed, JSON.parse(JSON.stringify(createApiDocument())));
  });

  it("documents every route there is, and no other", () => {
    const { app } = createTestApi();
    const served = app.routes
      .filter(({ method }) => method === "GET" || method === "POST")
      .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
    // Not what clients of the API ask for: its documentation, and files for search engines and the like.
    const isAside = (path: string) =>
      path === "/openapi.json" || path.startsWith("/docs") || path.endsWith(".txt");
    assert.deepEqual(
      Object.keys(createApiDocument().paths).sort(),
      [...new Set(served)].filter((path) => !isAside(path)).sort(),
    );
  });

  it("tells of 304 if the answer has an ETag, and of none otherwise", async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-document-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { snapshots, name } = await writeTestSnapshot({ folder, registryAddress: TEST_REGISTRY });
    const agent = testAgent({ agentId: 1, registeredAt: toTestTime(40) });
    const { request, statusLists, execute } = await createSigningApi({
      agents: [agent],
      snapshots,
    });
    // The one address that is asked about is a notary's, too.
    fileForPersons({ execute }, [testAccreditation({ notary: agent.haftungsperson })]);
    await statusLists.look();
    const values: Record<string, string> = {
      id: "1",
      list: "0",
      name,
      wallet: agent.agentWallet,
      address: agent.haftungsperson,
    };
    const seen: string[] = [];
    for (const [place, { get }] of Object.entries(createApiDocument().paths)) {
      const url = place.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
      const response = await request(place.endsWith("/at") ? `${url}?block=60` : url);
      // Read to its end, so that what it comes from is closed.
      await response.arrayBuffer();
      if (get === undefined || response.status !== 200) continue;
      seen.push(place);
      const { responses } = get as { responses: object };
      assert.equal(304 in responses, response.headers.has("etag"), place);
    }
    // The first needs a node, which this register does not have; the other takes POST alone.
    assert.deepEqual(
      Object.keys(createApiDocument().paths).filter((place) => !seen.includes(place)),
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
