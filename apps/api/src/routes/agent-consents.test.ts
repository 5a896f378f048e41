import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConsentsResponse } from "@agent-registry/protocol";
import { testAgent } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";

describe("GET /api/v1/agent/:id/consents", () => {
  it("says which parties have agreed", async () => {
    const consents = { 1: { wallet: true, haftungsperson: false, parent: true } };
    const { body } = await createTestApi({ agents: [testAgent()], consents }).get("/api/v1/agent/1/consents");
    assert.deepEqual(body, { agentId: 1, wallet: true, haftungsperson: false, parent: true });
    ConsentsResponse.strict().parse(body);
  });
});
