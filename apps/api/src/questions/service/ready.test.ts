import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ReadyResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex } from "../../testing/test-asked-index.ts";

describe("GET /ready", () => {
  it("answers 200 when caught up", async () => {
    const { status, body } = await createTestApi().get("/ready");
    assert.equal(status, 200);
    assert.deepEqual(body, { ready: true, indexedBlock: 100, headBlock: 100 });
  });

  it("answers 503 with cause and reason while behind, while rebuilt, and while nodes or the indexer are silent", async () => {
    const api = createTestApi();
    Object.assign(api.status, { isCaughtUp: false, lastCaughtUpAtMs: 0 });
    api.status.indexedBlock = 40;
    const syncing = await api.get("/ready");
    assert.equal(syncing.status, 503);
    assert.deepEqual(syncing.body, {
      ready: false,
      cause: "index-behind",
      reason: "the index is still syncing (block 40 of 100)",
      indexedBlock: 40,
      headBlock: 100,
    });
    const explain = async () => {
      const { status, body } = await api.get("/ready");
      assert.equal(status, 503);
      parseExactly(ReadyResponse, body);
      return [body.cause, body.reason];
    };
    api.status.isBuilding = true;
    assert.deepEqual(await explain(), [
      "index-building",
      "the index is being built from the chain (block 40 of 100)",
    ]);
    api.passInSilence(61_000);
    assert.deepEqual(await explain(), ["node-silent", "no RPC node has answered for 61 seconds"]);
    api.time.nowMs += 31_000;
    assert.deepEqual(await explain(), [
      "indexer-silent",
      "the process that indexes has not reported for 31 seconds",
    ]);
  });

  it("is told in the metrics, too", async () => {
    const api = createTestApi();
    const read = async () => {
      const text = await (await api.app.request("/metrics")).text();
      return /^agent_registry_service_ready (.*)$/m.exec(text)?.[1];
    };
    assert.equal(await read(), "1");
    api.passInSilence(61_000);
    assert.equal(await read(), "0");
  });

  it("answers 503 when the process was told to stop, while everything else is answered as before", async () => {
    const api = createTestApi({ isStopping: () => true });
    const { status, body } = await api.get("/ready");
    assert.equal(status, 503);
    parseExactly(ReadyResponse, body);
    assert.deepEqual([body.cause, body.reason], ["stopping", "the process is being stopped"]);
    assert.equal((await api.get("/health")).body.status, "ok");
    assert.equal((await api.get("/api/v1/stats")).status, 200);
  });

  it("answers 503 while the database does not answer even if the chain does", async () => {
    const index = {
      ...createTestIndex({}),
      open: () => Promise.reject(new Error("Connection terminated unexpectedly")),
    };
    const { status, body } = await createTestApi({ index }).get("/ready");
    assert.equal(status, 503);
    assert.deepEqual([body.cause, body.reason], ["database-gone", "the index cannot be read"]);
  });
});
