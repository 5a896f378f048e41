import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Filing, HistoryResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { pad } from "viem";
import { testAddress, testAgent } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";

const filings = Array.from(
  { length: 3 },
  (_, index): Filing => ({
    kind: "attested",
    timestamp: `2026-03-0${index + 1}T00:00:00.000Z`,
    blockNumber: index,
    transactionHash: pad("0x01", { size: 32 }),
    actor: testAddress(1),
    previousAttestation: "2026-02-01T00:00:00.000Z",
  }),
);

describe("GET /api/v1/agent/:id/history", () => {
  const setUp = () => createTestApi({ agents: [testAgent()], filings: { 1: filings } });

  it("answers oldest first, or newest first on request, page by page", async () => {
    const { get } = setUp();
    const { body } = await get("/api/v1/agent/1/history");
    assert.deepEqual(body, { total: 3, offset: 0, limit: 100, data: filings });
    parseExactly(HistoryResponse, body);
    const newest = await get("/api/v1/agent/1/history?order=desc&limit=1&offset=1");
    assert.deepEqual(newest.body, { total: 3, offset: 1, limit: 1, data: [filings[1]] });
    assert.equal((await get("/api/v1/agent/1/history?limit=501")).body.limit, 500);
  });

  for (const query of ["limit=0", "offset=-1", "order=newest"]) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await setUp().get(`/api/v1/agent/1/history?${query}`);
      assert.equal(status, 400);
      assert.match(body.error, new RegExp(`^Invalid ${query.split("=")[0]}: `));
    });
  }
});
