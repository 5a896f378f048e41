import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryIndex } from "../testing/memory-index.ts";
import { createTestApi } from "../testing/test-api.ts";

describe("GET /ready", () => {
  it("answers 200 when caught up", async () => {
    const { status, body } = await createTestApi().get("/ready");
    assert.equal(status, 200);
    assert.deepEqual(body, { ready: true, indexedBlock: 100, headBlock: 100 });
  });

  it("answers 503 with the reason while syncing and while the chain is silent", async () => {
    const api = createTestApi();
    api.status.isCaughtUp = false;
    api.status.indexedBlock = 40;
    const syncing = await api.get("/ready");
    assert.equal(syncing.status, 503);
    assert.deepEqual(syncing.body, {
      ready: false,
      reason: "the index is still syncing (block 40 of 100)",
      indexedBlock: 40,
      headBlock: 100,
    });
    api.passInSilence(61_000);
    const silent = await api.get("/ready");
    assert.equal(silent.status, 503);
    assert.equal(silent.body.reason, "no RPC node has answered for 61 seconds");
  });

  it("answers 503 while the database does not answer even if the chain does", async () => {
    const reader = {
      ...createMemoryIndex({}),
      getTotals: () => Promise.reject(new Error("Connection terminated unexpectedly")),
    };
    const { status, body } = await createTestApi({ reader }).get("/ready");
    assert.equal(status, 503);
    assert.equal(body.reason, "the database does not answer");
  });
});
