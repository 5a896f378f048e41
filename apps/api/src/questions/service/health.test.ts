import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HealthResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi, TEST_REGISTRY } from "../../testing/test-api.ts";

describe("GET /health", () => {
  it("answers exactly the specified fields", async () => {
    const { status, body, headers } = await createTestApi().get("/health");
    assert.equal(status, 200);
    assert.deepEqual(body, { status: "ok", registry: TEST_REGISTRY, rpc: "https://rpc.example" });
    assert.equal(headers.get("cache-control"), "no-store");
    parseExactly(HealthResponse, body);
  });

  it("says on request what the nodes agree on", async () => {
    const one = createTestApi();
    const alone = (await one.get("/health?include=nodes")).body;
    parseExactly(HealthResponse, alone);
    assert.deepEqual(alone.nodes, { configured: 1, agree: true, comparedAt: null, hashes: "recomputed" });
    const api = createTestApi({ nodeCount: 3 });
    const lastComparedAtMs = Date.parse("2026-03-01T12:00:00.000Z");
    Object.assign(api.status, { nodesDisagree: true, lastComparedAtMs, areHashesUnchecked: true });
    const { body } = await api.get("/health?include=nodes");
    parseExactly(HealthResponse, body);
    assert.deepEqual(body.nodes, {
      configured: 3,
      agree: false,
      comparedAt: "2026-03-01T12:00:00.000Z",
      hashes: "as-told",
    });
    assert.equal((await api.get("/health?include=all")).status, 400);
  });

  it("answers 200 while syncing and while the chain is silent", async () => {
    const api = createTestApi();
    Object.assign(api.status, { isCaughtUp: false, lastCaughtUpAtMs: 0 });
    const syncing = await api.get("/health");
    assert.deepEqual([syncing.status, syncing.body.status], [200, "syncing"]);
    api.passInSilence(61_000);
    const degraded = await api.get("/health");
    assert.deepEqual([degraded.status, degraded.body.status], [200, "degraded"]);
  });
});
