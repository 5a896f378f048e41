import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RevenueResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { testAgent, testReport } from "../../testing/test-rows.ts";

const all = Array.from({ length: 620 }, (_, index) => testReport({ amount: index }));

function setUp() {
  return createTestApi({ agents: [testAgent()], reports: { 1: [...all] } });
}

describe("GET /api/v1/agent/:id/revenue", () => {
  it("answers the first hundred, oldest first, with exactly the specified fields", async () => {
    const { status, body } = await setUp().get("/api/v1/agent/1/revenue");
    assert.equal(status, 200);
    assert.deepEqual(body, { total: 620, offset: 0, limit: 100, data: all.slice(0, 100) });
    parseExactly(RevenueResponse, body);
  });

  it("starts from the offset, and is empty beyond the end", async () => {
    const { get } = setUp();
    assert.deepEqual((await get("/api/v1/agent/1/revenue?offset=618&limit=5")).body, {
      total: 620,
      offset: 618,
      limit: 5,
      data: all.slice(618),
    });
    assert.deepEqual((await get("/api/v1/agent/1/revenue?offset=700")).body.data, []);
    assert.deepEqual((await get(`/api/v1/agent/1/revenue?offset=${"9".repeat(99)}`)).body.data, []);
  });

  it("clamps the limit to 500", async () => {
    const { body } = await setUp().get("/api/v1/agent/1/revenue?limit=501");
    assert.deepEqual([body.limit, body.data.length], [500, 500]);
  });

  for (const query of [
    "limit=0",
    "limit=-1",
    "limit=x",
    "limit=",
    "offset=-1",
    "offset=1.5",
    "offset=",
    "offset=a",
  ]) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await setUp().get(`/api/v1/agent/1/revenue?${query}`);
      assert.equal(status, 400);
      assert.match(body.error, new RegExp(`^Invalid ${query.split("=")[0]}: `));
    });
  }

  it("is not cached: a new report shows at once", async () => {
    const reports = { 1: all.slice(0, 1) };
    const { get, cache, execute } = createTestApi({ agents: [testAgent()], reports });
    const before = await get("/api/v1/agent/1/revenue");
    assert.equal(before.headers.get("cache-control"), "no-cache");
    assert.equal(before.headers.get("age"), null);
    execute(`
      insert into filings (sequence, agent_id, position, report_position, block_number, block_hash, log_index,
        transaction_hash, timestamp, actor, kind, data)
      select 9, agent_id, 9, 1, block_number, block_hash, 9, transaction_hash, timestamp, actor, kind, data
      from filings where report_position = 0;
      update agents set report_count = 2`);
    const after = await get("/api/v1/agent/1/revenue");
    assert.deepEqual([after.body.total, after.body.data.length], [2, 2]);
    assert.equal(cache.size(), 0);
  });
});
