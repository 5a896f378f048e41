import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AgentsResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { testAgent } from "../../testing/test-rows.ts";

const PARENT = testAgent({ agentId: 1, childCount: 60 });
const family = Array.from({ length: 60 }, (_, index) =>
  testAgent({ agentId: index + 2, parentAgentId: 1, generation: 1 }),
);
/** The parent has agreed to its last child alone. */
const said = { 61: { consents: { parent: true } } };

describe("GET /api/v1/agent/:id/children", () => {
  const api = createTestApi({ agents: [PARENT, ...family], said });
  const ids = (body: AgentsResponse) => body.data.map(({ agentId }) => agentId);

  it("pages through all of them, also those that a lineage leaves out", async () => {
    const { body, headers } = await api.get("/api/v1/agent/1/children?limit=40");
    parseExactly(AgentsResponse, body);
    assert.deepEqual([body.total, body.page, body.limit, body.totalPages], [60, 1, 40, 2]);
    assert.equal(headers.get("link"), '<?limit=40&page=2>; rel="next"');
    assert.equal(headers.get("cache-control"), "public, max-age=300");
    const rest = (await api.get("/api/v1/agent/1/children?limit=40&page=2")).body;
    const all = [...ids(body), ...ids(rest)];
    assert.deepEqual(
      all.toSorted((a, b) => a - b),
      family.map(({ agentId }) => agentId),
    );
  });

  it("begins as the lineage does: with the child that the parent has agreed to", async () => {
    const { body } = await api.get("/api/v1/agent/1/children?limit=3");
    assert.deepEqual(ids(body), [61, 2, 3]);
    const lineage = (await api.get("/api/v1/agent/1/lineage")).body;
    assert.deepEqual(
      lineage.children.slice(0, 3).map(({ agentId }: { agentId: number }) => agentId),
      [61, 2, 3],
    );
  });

  it("is empty without children and beyond the last page, and 404 without an agent", async () => {
    assert.deepEqual((await api.get("/api/v1/agent/2/children")).body, {
      total: 0,
      page: 1,
      limit: 20,
      totalPages: 0,
      data: [],
    });
    assert.deepEqual(ids((await api.get("/api/v1/agent/1/children?page=900")).body), []);
    const { status, body } = await api.get("/api/v1/agent/62/children");
    assert.deepEqual([status, body], [404, { error: "Agent not found: 62" }]);
    assert.equal((await api.get("/api/v1/agent/1/children?page=0")).status, 400);
  });
});
