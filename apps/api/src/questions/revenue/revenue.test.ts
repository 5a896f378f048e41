import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RevenueTimelineResponse, TopEarnersResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { toStoredAmount } from "../../index/counter-keys.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { testAgent, testReport } from "../../testing/test-rows.ts";

const agents = [testAgent(), testAgent({ agentId: 2 })];
const reports = {
  1: [testReport({ amount: 150 }), testReport({ amount: 50, currency: "EUR" })],
  2: [testReport({ amount: 1 })],
};

describe("GET /api/v1/revenue/aggregate", () => {
  it("sums reports by currency and by category, and over all", async () => {
    const { body } = await createTestApi({ agents, reports }).get("/api/v1/revenue/aggregate");
    assert.deepEqual(body, {
      totalReports: 3,
      totalAmount: 201,
      byCurrency: { USDC: 151, EUR: 50 },
      byCategory: { research: 201 },
    });
  });

  it("splits one currency by category, without the others", async () => {
    const { body } = await createTestApi({ agents, reports }).get("/api/v1/revenue/aggregate?currency=EUR");
    assert.deepEqual(body, {
      totalReports: 1,
      totalAmount: 50,
      byCurrency: { EUR: 50 },
      byCategory: { research: 50 },
    });
  });

  it("is all zero without reports", async () => {
    const { body } = await createTestApi().get("/api/v1/revenue/aggregate");
    assert.deepEqual(body, { totalReports: 0, totalAmount: 0, byCurrency: {}, byCategory: {} });
  });
});

describe("GET /api/v1/revenue/timeline", () => {
  it("takes interval and limit, by day if none is given", async () => {
    const newest = Date.parse("2026-03-01T00:00:00.000Z");
    // On more days than one answer holds.
    const older = Array.from({ length: 400 }, (_, days) =>
      testReport({ reportedAt: new Date(newest - (days + 1) * 86_400_000).toISOString() }),
    );
    const ofToday = [3, 4].map((amount) => testReport({ amount, currency: "EUR" }));
    const { get } = createTestApi({ agents, reports: { 1: [...older, ...ofToday] } });
    const { body } = await get("/api/v1/revenue/timeline");
    const today = { start: "2026-03-01T00:00:00.000Z", currency: "EUR", amount: 7, reports: 2 };
    assert.deepEqual([body.interval, body.data.length, body.data.at(-1)], ["day", 90, today]);
    assert.deepEqual(body.data[0], {
      start: "2025-12-02T00:00:00.000Z",
      currency: "USDC",
      amount: 100,
      reports: 1,
    });
    parseExactly(RevenueTimelineResponse, body);
    const days = await get("/api/v1/revenue/timeline?limit=9999");
    assert.equal(days.body.data.length, 366);
    const months = await get("/api/v1/revenue/timeline?interval=month&limit=9999");
    assert.equal(months.body.interval, "month");
    assert.deepEqual(months.body.data.at(-2), {
      start: "2026-02-01T00:00:00.000Z",
      currency: "USDC",
      amount: 2_800,
      reports: 28,
    });
  });

  it("refuses an unknown interval", async () => {
    const { status, body } = await createTestApi().get("/api/v1/revenue/timeline?interval=year");
    assert.deepEqual([status, body], [400, { error: "Invalid interval: must be day, week or month" }]);
  });
});

describe("GET /api/v1/revenue/top", () => {
  it("answers the agents that reported most in a currency", async () => {
    const agent = testAgent();
    const reports = { 1: [testReport({ amount: 5, currency: "EUR" }), testReport({ amount: 9 })] };
    const { get } = createTestApi({ agents: [agent], reports });
    const { body } = await get("/api/v1/revenue/top?currency=EUR&limit=3");
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
    parseExactly(TopEarnersResponse, body);
  });

  it("is empty if no agent has reported anything", async () => {
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

  it("writes sums beyond 2^53 with every digit", async () => {
    const report = (amount: number) => testReport({ amount, currency: "EUR", category: "fees" });
    const reports = { 1: [report(Number.MAX_SAFE_INTEGER), report(Number.MAX_SAFE_INTEGER), report(1)] };
    const { app } = createTestApi({ agents: [testAgent({ agentId: 1 })], reports });
    const sum = "18014398509481983";
    const aggregate = await (await app.request("/api/v1/revenue/aggregate")).text();
    assert.equal(
      aggregate,
      `{"totalReports":3,"totalAmount":${sum},"byCurrency":{"EUR":${sum}},"byCategory":{"fees":${sum}}}`,
    );
    const stats = await (await app.request("/api/v1/stats/detailed")).text();
    assert.ok(stats.includes(`"totalRevenue":{"EUR":${sum}}`), stats);
  });

  for (const sum of [2n ** 53n + 1n, 2n ** 64n, 10n ** 36n - 1n]) {
    it(`writes ${sum} with every digit in timelines and rankings`, async () => {
      const reports = { 1: [1, 2].map((amount) => testReport({ amount, currency: "EUR" })) };
      const { app, execute } = createTestApi({ agents, reports });
      for (const table of ["revenue_periods", "agent_revenue"])
        execute(`update ${table} set amount = '${toStoredAmount(sum)}'`);
      for (const path of ["timeline", "top"]) {
        const text = await (await app.request(`/api/v1/revenue/${path}`)).text();
        assert.ok(text.includes(`"amount":${sum},`), text);
      }
    });
  }
});
