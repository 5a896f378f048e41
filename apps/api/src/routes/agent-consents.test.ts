import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConsentsResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { pad } from "viem";
import { testAddress, testAgent, testConsents } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";

const said = {
  since: "2026-03-01T12:00:00.000Z",
  transactionHash: pad("0x07", { size: 32 }),
  changedSince: { constitution: true, capabilities: false },
};

describe("GET /api/v1/agent/:id/consents", () => {
  it("tells what each party has said, and is not cached", async () => {
    const consents = testConsents({
      wallet: { state: "agreed", ...said },
      parent: { ...said, state: "refused" },
      proposedHaftungsperson: testAddress(9),
    });
    const api = createTestApi({ agents: [testAgent()], consents: { 1: consents } });
    const { body, headers } = await api.get("/api/v1/agent/1/consents");
    assert.deepEqual(body, consents);
    assert.equal(headers.get("cache-control"), "no-cache");
    parseExactly(ConsentsResponse, body);
  });

  it("gives 404 for an agent that does not exist", async () => {
    const { status, body } = await createTestApi().get("/api/v1/agent/2/consents");
    assert.deepEqual([status, body], [404, { error: "Agent not found: 2" }]);
  });
});
