import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HealthResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi, TEST_REGISTRY } from "../testing/test-api.ts";

describe("GET /health", () => {
  it("answers exactly the specified fields", async () => {
    const { status, body, headers } = await createTestApi().get("/health");
    assert.equal(status, 200);
    assert.deepEqual(body, { status: "ok", registry: TEST_REGISTRY, rpc: "https://rpc.example" });
    assert.equal(headers.get("cache-control"), "no-store");
    parseExactly(HealthResponse, body);
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
