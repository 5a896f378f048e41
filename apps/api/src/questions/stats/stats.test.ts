import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ATTESTATION_VALIDITY_SECONDS, DetailedStatsResponse, StatsResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi, TEST_REGISTRY } from "../../testing/test-api.ts";
import { TEST_CHAIN, TEST_NOW, testAgent, testReport } from "../../testing/test-rows.ts";

const stale = TEST_NOW - ATTESTATION_VALIDITY_SECONDS - 1;
const agents = [
  ...Array.from({ length: 9 }, (_, index) => testAgent({ agentId: index + 1, generation: index % 2 })),
  testAgent({ agentId: 10, status: "Suspended" }),
  testAgent({ agentId: 11, status: "Revoked" }),
  testAgent({ agentId: 12, lastAttestation: stale }),
];
const reports = {
  1: [testReport({ amount: 150 }), testReport({ amount: 50, currency: "EUR" })],
  2: [testReport({ amount: 1 })],
};

describe("GET /api/v1/stats", () => {
  it("answers exactly the specified fields", async () => {
    const { status, body } = await createTestApi({ agents }).get("/api/v1/stats");
    assert.equal(status, 200);
    assert.deepEqual(body, { totalAgents: 12, registryAddress: TEST_REGISTRY, chain: "https://rpc.example" });
    parseExactly(StatsResponse, body);
  });

  it("says which chain the register is on, if asked to", async () => {
    const api = createTestApi({ agents });
    const { body } = await api.get("/api/v1/stats?include=chainIdentity");
    assert.deepEqual(body, {
      totalAgents: 12,
      registryAddress: TEST_REGISTRY,
      chain: "https://rpc.example",
      chainIdentity: TEST_CHAIN,
    });
    parseExactly(StatsResponse, body);
    assert.equal("chainIdentity" in (await api.get("/api/v1/stats")).body, false);
    const { status } = await api.get("/api/v1/stats?include=everything");
    assert.equal(status, 400);
  });
});

describe("GET /api/v1/stats/detailed", () => {
  it("answers everything in /stats and the specified rest", async () => {
    const { status, body } = await createTestApi({ agents, reports }).get("/api/v1/stats/detailed");
    assert.equal(status, 200);
    const { recentRegistrations, ...rest } = body;
    assert.deepEqual(rest, {
      totalAgents: 12,
      registryAddress: TEST_REGISTRY,
      chain: "https://rpc.example",
      statusDistribution: { Active: 10, Suspended: 1, Revoked: 1, Terminated: 0 },
      generationDistribution: { "0": 8, "1": 4 },
      complianceRate: "75.0",
      compliantCount: 9,
      totalRevenue: { USDC: 151, EUR: 50 },
    });
    assert.deepEqual(
      recentRegistrations.map(({ agentId }: { agentId: number }) => agentId),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
    );
    assert.deepEqual(recentRegistrations[9], {
      agentId: 3,
      creator: agents[2]?.creator,
      haftungsperson: agents[2]?.haftungsperson,
      agentWallet: agents[2]?.agentWallet,
      registeredAt: "2026-03-01T09:13:23.000Z",
      status: "Active",
    });
    parseExactly(DetailedStatsResponse, body);
  });

  it("writes the compliance rate with one decimal place and no percent sign", async () => {
    const three = [testAgent(), testAgent({ agentId: 2 }), testAgent({ agentId: 3, status: "Revoked" })];
    const { body } = await createTestApi({ agents: three }).get("/api/v1/stats/detailed");
    assert.equal(body.complianceRate, "66.7");
  });

  it("answers for an empty register", async () => {
    const { body } = await createTestApi().get("/api/v1/stats/detailed");
    assert.deepEqual(body, {
      totalAgents: 0,
      registryAddress: TEST_REGISTRY,
      chain: "https://rpc.example",
      statusDistribution: { Active: 0, Suspended: 0, Revoked: 0, Terminated: 0 },
      generationDistribution: {},
      complianceRate: "0.0",
      compliantCount: 0,
      totalRevenue: {},
      recentRegistrations: [],
    });
  });
});
