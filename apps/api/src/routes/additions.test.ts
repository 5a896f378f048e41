import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ConsentsResponse,
  type Filing,
  HistoryResponse,
  RevenueTimelineResponse,
  TopEarnersResponse,
} from "@agent-registry/protocol";
import { pad } from "viem";
import { createMemoryIndex, testAddress, testAgent } from "../testing/memory-index.ts";
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
    HistoryResponse.strict().parse(body);
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

describe("GET /api/v1/agent/:id/consents", () => {
  it("says which parties have agreed", async () => {
    const consents = { 1: { wallet: true, haftungsperson: false, parent: true } };
    const { body } = await createTestApi({ agents: [testAgent()], consents }).get("/api/v1/agent/1/consents");
    assert.deepEqual(body, { agentId: 1, wallet: true, haftungsperson: false, parent: true });
    ConsentsResponse.strict().parse(body);
  });
});

describe("GET /api/v1/revenue/timeline", () => {
  it("passes interval and limit on, by day unless told", async () => {
    const asked: unknown[] = [];
    const reader = {
      ...createMemoryIndex({}),
      getRevenueTimeline: async (query: unknown) => {
        asked.push(query);
        return [{ start: 1_772_323_200, currency: "EUR", amount: 7, reports: 2 }];
      },
    };
    const { get } = createTestApi({ reader });
    const { body } = await get("/api/v1/revenue/timeline");
    const data = [{ start: "2026-03-01T00:00:00.000Z", currency: "EUR", amount: 7, reports: 2 }];
    assert.deepEqual(body, { interval: "day", data });
    RevenueTimelineResponse.strict().parse(body);
    assert.equal((await get("/api/v1/revenue/timeline?interval=month&limit=9999")).body.interval, "month");
    assert.deepEqual(asked, [
      { interval: "day", limit: 90 },
      { interval: "month", limit: 366 },
    ]);
  });

  it("refuses an unknown interval", async () => {
    const { status, body } = await createTestApi().get("/api/v1/revenue/timeline?interval=year");
    assert.deepEqual([status, body], [400, { error: "Invalid interval: must be day, week or month" }]);
  });
});

describe("GET /api/v1/revenue/top", () => {
  it("answers the agents that reported most in a currency", async () => {
    const agent = testAgent();
    const { body } = await createTestApi({ agents: [agent] }).get("/api/v1/revenue/top?currency=EUR&limit=3");
    assert.deepEqual(body, {
      currency: "EUR",
      limit: 3,
      data: [
        {
          agentId: 1,
          agentWallet: agent.agentWallet,
          haftungsperson: agent.haftungsperson,
          operationalScope: "Scope of agent 1",
          status: "Active",
          amount: 5,
          reports: 1,
        },
      ],
    });
    TopEarnersResponse.strict().parse(body);
  });

  it("is empty where nobody has reported anything", async () => {
    const { get } = createTestApi();
    assert.deepEqual((await get("/api/v1/revenue/top")).body, { currency: "", limit: 10, data: [] });
    assert.deepEqual((await get("/api/v1/revenue/top?currency=X&limit=500")).body, {
      currency: "X",
      limit: 100,
      data: [],
    });
  });

  for (const query of ["limit=0", `currency=${"x".repeat(32)}`]) {
    it(`refuses ${query}`, async () => {
      assert.equal((await createTestApi().get(`/api/v1/revenue/top?${query}`)).status, 400);
    });
  }
});
