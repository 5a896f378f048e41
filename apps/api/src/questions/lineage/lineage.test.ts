import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LineageNodeSchema } from "@agent-registry/protocol";
import { createResponseCache } from "../../http/response-cache.ts";
import type { IndexedAgent } from "../../index/records.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex } from "../../testing/test-asked-index.ts";
import { testAgent } from "../../testing/test-rows.ts";

/** A root with this many children, ids from 2 on. */
function broodOf(count: number): IndexedAgent[] {
  const children = Array.from({ length: count }, (_, index) =>
    testAgent({ agentId: index + 2, parentAgentId: 1, generation: 1 }),
  );
  return [testAgent({ childCount: count }), ...children];
}

/** A line of one child each, and under its last agent a brood. */
function lineOf(length: number, broodSize: number): IndexedAgent[] {
  const line = Array.from({ length }, (_, index) =>
    testAgent({
      agentId: index + 1,
      parentAgentId: index,
      generation: index,
      childCount: index + 1 === length ? broodSize : 1,
    }),
  );
  const brood = Array.from({ length: broodSize }, (_, index) =>
    testAgent({ agentId: length + index + 1, parentAgentId: length, generation: length }),
  );
  return [...line, ...brood];
}

describe("GET /api/v1/agent/:id/lineage", () => {
  it("answers a leaf with an empty array and no note", async () => {
    const agent = testAgent({ status: "Terminated", generation: 3, parentAgentId: 7 });
    const { status, body } = await createTestApi({ agents: [agent] }).get("/api/v1/agent/1/lineage");
    assert.equal(status, 200);
    assert.deepEqual(body, {
      agentId: 1,
      wallet: agent.agentWallet,
      generation: 3,
      status: "Terminated",
      children: [],
    });
  });

  it("says what each agent does if asked to, and only then", async () => {
    const scope = 'Says "hello"\n and \u2028more';
    const agents = [
      testAgent({ childCount: 1, operationalScope: scope }),
      testAgent({ agentId: 2, parentAgentId: 1, operationalScope: "" }),
    ];
    const { get } = createTestApi({ agents });
    const { body } = await get("/api/v1/agent/1/lineage?include=scope");
    assert.equal(LineageNodeSchema.parse(body).scope, scope);
    assert.equal(body.children[0].scope, "");
    const plain = await get("/api/v1/agent/1/lineage");
    assert.deepEqual(Object.keys(plain.body), ["agentId", "wallet", "generation", "status", "children"]);
    const refused = await get("/api/v1/agent/1/lineage?include=all");
    assert.deepEqual([refused.status, refused.body], [400, { error: "Invalid include: must be scope" }]);
  });

  it("is rooted at the agent asked for, whatever is above it", async () => {
    const { body } = await createTestApi({ agents: lineOf(3, 0) }).get("/api/v1/agent/2/lineage");
    assert.equal(body.agentId, 2);
    assert.deepEqual(
      body.children.map(({ agentId }: { agentId: number }) => agentId),
      [3],
    );
    LineageNodeSchema.parse(body);
  });

  it("shows fifty children without a note", async () => {
    const { body } = await createTestApi({ agents: broodOf(50) }).get("/api/v1/agent/1/lineage");
    assert.equal(body.children.length, 50);
    assert.equal("note" in body, false);
  });

  it("shows the first fifty of more, and says so", async () => {
    const { body } = await createTestApi({ agents: broodOf(73) }).get("/api/v1/agent/1/lineage");
    assert.deepEqual(
      body.children.map(({ agentId }: { agentId: number }) => agentId),
      Array.from({ length: 50 }, (_, index) => index + 2),
    );
    assert.equal(body.note, "Showing 50 of 73 children");
  });

  async function getLevel15(agents: IndexedAgent[]) {
    let { body: node } = await createTestApi({ agents }).get("/api/v1/agent/1/lineage");
    for (let level = 1; level < 15; level += 1) {
      assert.equal("note" in node, false);
      [node] = node.children;
    }
    return node;
  }

  it("ends at level fifteen, and says so if there is more", async () => {
    const node = await getLevel15(lineOf(15, 2));
    assert.deepEqual([node.children, node.note], [[], "Depth limit of 15 levels reached"]);
  });

  it("has no note if the tree ends at level fifteen by itself", async () => {
    assert.equal("note" in (await getLevel15(lineOf(15, 0))), false);
  });

  it("joins both notes if both limits cut", async () => {
    const node = await getLevel15(lineOf(15, 60));
    assert.equal(node.note, "Showing 0 of 60 children; Depth limit of 15 levels reached");
  });

  for (const [kind, maxMemoryLength] of [
    ["in memory", 10_000_000],
    ["kept in a file", 1_000],
  ] as const) {
    it(`answers the same bytes until it expires, ${kind}`, async () => {
      const { get, pass } = createTestApi({ agents: broodOf(50), maxMemoryLength });
      const first = await get("/api/v1/agent/1/lineage");
      assert.equal(first.body.children.length, 50);
      assert.equal(first.headers.get("cache-control"), "public, max-age=600");
      pass(599_000);
      const second = await get("/api/v1/agent/1/lineage");
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get("age"), "599");
      const etag = first.headers.get("etag") ?? "";
      assert.equal((await get("/api/v1/agent/1/lineage", { "if-none-match": etag })).status, 304);
      pass(1_000);
      assert.equal((await get("/api/v1/agent/1/lineage")).headers.get("age"), "0");
    });
  }

  it("has the same ETag for the same tree in every process", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => createTestApi({ agents: broodOf(3) }).get("/api/v1/agent/1/lineage")),
    );
    assert.equal(first?.headers.get("etag"), second?.headers.get("etag"));
  });

  it("is read once for its lifetime even if it is larger than all that the cache may hold", async () => {
    const rows = createTestIndex({ agents: broodOf(50) });
    let readings = 0;
    const index: typeof rows = {
      ...rows,
      open(pace) {
        readings += 1;
        return rows.open(pace);
      },
    };
    const cache = createResponseCache({ clock: { now: () => 0 }, maxBytes: 2_000 });
    const { get } = createTestApi({ index, cache, maxMemoryLength: 1_000 });
    const bodies = [await get("/api/v1/agent/1/lineage"), await get("/api/v1/agent/1/lineage")];
    for (const { body } of bodies) assert.equal(body.children.length, 50);
    assert.equal(readings, 1);
  });
});
