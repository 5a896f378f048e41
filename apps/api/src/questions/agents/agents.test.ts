import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AgentsResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { testAgent } from "../../testing/test-rows.ts";

const agents = Array.from({ length: 130 }, (_, index) =>
  testAgent({ agentId: index + 1, status: index % 10 === 9 ? "Revoked" : "Active" }),
);

function setUp() {
  return createTestApi({ agents });
}

const ids = (body: AgentsResponse) => body.data.map(({ agentId }) => agentId);

describe("GET /api/v1/agents", () => {
  it("answers the first twenty by id, with exactly the specified fields", async () => {
    const { status, body } = await setUp().get("/api/v1/agents");
    assert.equal(status, 200);
    assert.deepEqual([body.total, body.page, body.limit, body.totalPages], [130, 1, 20, 7]);
    assert.deepEqual(
      ids(body),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.deepEqual(Object.keys(body), ["total", "page", "limit", "totalPages", "data"]);
    const [first] = agents;
    assert.deepEqual(body.data[0], {
      agentId: 1,
      creator: first?.creator,
      haftungsperson: first?.haftungsperson,
      agentWallet: first?.agentWallet,
      operationalScope: "Scope of agent 1",
      generation: 0,
      status: "Active",
      registeredAt: "2026-03-01T09:13:21.000Z",
    });
    parseExactly(AgentsResponse, body);
  });

  it("pages from one on, and is empty beyond the last page", async () => {
    const { get } = setUp();
    assert.deepEqual(
      ids((await get("/api/v1/agents?page=7")).body),
      [121, 122, 123, 124, 125, 126, 127, 128, 129, 130],
    );
    const beyond = await get("/api/v1/agents?page=8");
    assert.equal(beyond.status, 200);
    assert.deepEqual([beyond.body.total, beyond.body.page, beyond.body.data], [130, 8, []]);
  });

  it("gives an empty page for absurdly high page numbers", async () => {
    const { status, body } = await setUp().get(`/api/v1/agents?page=${"9".repeat(300)}&limit=100`);
    assert.equal(status, 200);
    assert.deepEqual(body.data, []);
  });

  it("clamps the limit to 100 and shows the one used", async () => {
    const { get } = setUp();
    for (const limit of ["101", "5000", "9".repeat(400)]) {
      const { body } = await get(`/api/v1/agents?limit=${limit}`);
      assert.deepEqual([body.limit, body.data.length, body.totalPages], [100, 100, 2]);
    }
  });

  it("filters by status before it counts", async () => {
    const { body } = await setUp().get("/api/v1/agents?status=Revoked&limit=5");
    assert.deepEqual([body.total, body.totalPages, body.data.length], [13, 3, 5]);
    assert.ok(body.data.every((agent: { status: string }) => agent.status === "Revoked"));
  });

  it("has no pages if there are no agents", async () => {
    const { body } = await createTestApi().get("/api/v1/agents");
    assert.deepEqual(body, { total: 0, page: 1, limit: 20, totalPages: 0, data: [] });
  });

  it("searches, sorts and includes the last attestation on request", async () => {
    const { get } = setUp();
    const found = await get("/api/v1/agents?search=%20AGENT%2013%20");
    assert.deepEqual(ids(found.body), [13, 130]);
    const newest = await get("/api/v1/agents?sort=registeredAt&order=desc&limit=2");
    assert.deepEqual(ids(newest.body), [130, 129]);
    assert.equal("lastAttestation" in newest.body.data[0], false);
    const included = await get("/api/v1/agents?include=lastAttestation&sort=lastAttestation&limit=1");
    assert.equal(included.body.data[0].lastAttestation, "2026-03-01T11:43:21.000Z");
  });

  it("takes upper and lower case of a search for the same, beyond ASCII, too", async () => {
    const scopes = ["Über Ärzte\0", "ÜBER ÄRZTE", "Uber Arzte"];
    const { get, cache } = createTestApi({
      agents: scopes.map((operationalScope, index) => testAgent({ agentId: index + 1, operationalScope })),
    });
    for (const search of ["ÜBER Ärzte\0", "über ärzte\0", "ÜBER ÄRZTE\0"]) {
      const { body } = await get(`/api/v1/agents?search=${encodeURIComponent(search)}`);
      assert.deepEqual(ids(body), [1, 2], search);
    }
    assert.equal(cache.size(), 1);
  });

  it("takes an empty search for none, and ignores parameters it does not know", async () => {
    const { get } = setUp();
    assert.equal((await get("/api/v1/agents?search=&foo=bar&__proto__=x")).body.total, 130);
  });

  const refused = [
    ...["0", "-1", "1.5", "1e3", "abc", "", "%2B1", "0x10", "%00", "%31%00", "NaN", "Infinity", "１"].flatMap(
      (value) => [
        ["page", value],
        ["limit", value],
      ],
    ),
    ...["active", "ACTIVE", "", "Deleted", "0", "Active%00"].map((value) => ["status", value]),
    ...["agentid", "", "status", "constructor"].map((value) => ["sort", value]),
    ...["ASC", "", "up"].map((value) => ["order", value]),
    ...["", "all", "lastattestation"].map((value) => ["include", value]),
    ["search", "x".repeat(201)],
  ];
  for (const [parameter, value] of refused) {
    it(`refuses ${parameter}=${value?.slice(0, 20)}, naming the parameter`, async () => {
      const { status, body } = await setUp().get(`/api/v1/agents?${parameter}=${value}`);
      assert.equal(status, 400);
      assert.match(body.error, new RegExp(`^Invalid ${parameter}: must `));
    });
  }

  it("does not fill the cache with spellings of one query", async () => {
    const { get, cache } = setUp();
    for (const query of [
      "",
      "?page=1",
      "?page=01&limit=20",
      "?limit=020&x=1",
      "?order=asc&sort=agentId&y=2",
    ]) {
      await get(`/api/v1/agents${query}`);
    }
    assert.equal(cache.size(), 1);
  });
});
