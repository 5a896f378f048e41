import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AgentResponse, ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { TEST_NOW, testAgent } from "../../testing/test-rows.ts";

const parent = testAgent({ childCount: 2 });
const children = [2, 3].map((agentId) => testAgent({ agentId, parentAgentId: 1, generation: 1 }));

describe("GET /api/v1/agent/:id", () => {
  it("answers with the record, the children and the compliance, exactly as specified", async () => {
    const { get } = createTestApi({ agents: [parent, ...children] });
    const { status, body } = await get("/api/v1/agent/1");
    assert.equal(status, 200);
    assert.deepEqual(body, {
      agent: {
        agentId: 1,
        creator: parent.creator,
        haftungsperson: parent.haftungsperson,
        agentWallet: parent.agentWallet,
        constitutionHash: parent.constitutionHash,
        capabilityHash: parent.capabilityHash,
        operationalScope: "Scope of agent 1",
        parentAgentId: 0,
        generation: 0,
        selfModifying: false,
        registeredAt: "2026-03-01T09:13:21.000Z",
        lastAttestation: "2026-03-01T11:43:21.000Z",
        lastRevenueReport: "1970-01-01T00:00:00.000Z",
        status: "Active",
      },
      children: [2, 3],
      compliance: {
        isActive: true,
        attestationCurrent: true,
        secondsSinceAttestation: 999,
        childCount: 2,
        status: "Active",
      },
    });
    parseExactly(AgentResponse, body);
  });

  it("shows a suspended agent with a stale attestation as what it is", async () => {
    const lastAttestation = TEST_NOW - ATTESTATION_VALIDITY_SECONDS - 1;
    const { get } = createTestApi({ agents: [testAgent({ status: "Suspended", lastAttestation })] });
    assert.deepEqual((await get("/api/v1/agent/1")).body.compliance, {
      isActive: false,
      attestationCurrent: false,
      secondsSinceAttestation: 604_801,
      childCount: 0,
      status: "Suspended",
    });
  });

  it("takes an attestation in a block ahead of the clock for zero seconds old", async () => {
    const { get, status } = createTestApi({ agents: [testAgent({ lastAttestation: TEST_NOW + 5 })] });
    status.headTimestamp = TEST_NOW + 5;
    assert.equal((await get("/api/v1/agent/1")).body.compliance.secondsSinceAttestation, 0);
  });

  it("takes leading zeros for the number they are", async () => {
    const { get, cache } = createTestApi({ agents: [parent] });
    assert.equal((await get("/api/v1/agent/001")).body.agent.agentId, 1);
    await get("/api/v1/agent/1");
    assert.equal(cache.size(), 1);
  });

  const paths = ["", "/lineage", "/revenue", "/history", "/consents"];
  for (const path of paths) {
    for (const id of ["0", "99", "9007199254740993", "1".repeat(100)]) {
      it(`does not find /agent/${id.slice(0, 20)}${path}`, async () => {
        const { get, cache } = createTestApi({ agents: [parent] });
        const { status, body, headers } = await get(`/api/v1/agent/${id}${path}`);
        assert.equal(status, 404);
        assert.deepEqual(body, { error: `Agent not found: ${id}` });
        assert.equal(headers.get("cache-control"), "no-store");
        assert.equal(cache.size(), 0);
      });
    }
    for (const id of ["-1", "1.5", "1abc", "abc", "0x1", "%201", "1%00", "%zz", "1e2", "+1", "1%2F", "١"]) {
      it(`refuses /agent/${id}${path}`, async () => {
        const { get } = createTestApi({ agents: [parent] });
        const { status, body } = await get(`/api/v1/agent/${id}${path}`);
        assert.equal(status, 400);
        assert.match(body.error, /^Invalid id: /);
      });
    }
  }
});
