import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createResponseCache } from "./response-cache.ts";
import { type StoredResponse, toMemoryResponse } from "./stored-response.ts";

function setUp(limits: { maxEntries?: number; maxBytes?: number } = {}) {
  const time = { nowMs: 1_000 };
  const cache = createResponseCache({ clock: { now: () => time.nowMs }, ...limits });
  const put = (key: string, body = key, ttlMs = 100) =>
    cache.produce({ key, ttlMs, produce: async () => toMemoryResponse(body) });
  return { time, cache, put };
}

function fileResponse() {
  const state = { closings: 0 };
  const open = () => assert.fail("The cache opens no file");
  const response: StoredResponse = {
    kind: "file",
    etag: '"x"',
    open,
    openGzipped: open,
    close: () => {
      state.closings += 1;
    },
  };
  return { response, state };
}

describe("response cache", () => {
  it("keeps a response for its lifetime, and not a millisecond longer", async () => {
    const { time, cache, put } = setUp();
    await put("a");
    time.nowMs += 99;
    assert.equal(cache.find("a")?.asOfMs, 1_000);
    time.nowMs += 1;
    assert.equal(cache.find("a"), undefined);
  });

  it("counts the lifetime from when the production began", async () => {
    const { time, cache } = setUp();
    const entry = await cache.produce({
      key: "a",
      ttlMs: 100,
      produce: async () => {
        time.nowMs += 60;
        return toMemoryResponse("a");
      },
    });
    assert.equal(entry.expiresAtMs, 1_100);
  });

  it("collapses concurrent misses of one key into one production", async () => {
    const { cache } = setUp();
    let productions = 0;
    const produce = async () => {
      productions += 1;
      return toMemoryResponse(String(productions));
    };
    const entries = await Promise.all([1, 2, 3].map(() => cache.produce({ key: "a", ttlMs: 100, produce })));
    assert.equal(productions, 1);
    assert.equal(new Set(entries).size, 1);
    assert.deepEqual([cache.counts.misses, cache.counts.collapsed], [1, 2]);
  });

  it("keeps no failure: every waiting request gets it, and the next one tries again", async () => {
    const { cache, put } = setUp();
    const fail = () =>
      cache.produce({ key: "a", ttlMs: 100, produce: () => Promise.reject(new Error("no")) });
    const [first, second] = await Promise.allSettled([fail(), fail()]);
    assert.deepEqual([first.status, second.status], ["rejected", "rejected"]);
    await put("a", "fine");
    assert.ok(cache.find("a"));
  });

  it("keeps entries that are asked for and drops those that are not", async () => {
    const { cache, put } = setUp({ maxEntries: 100 });
    await put("asked for");
    await put("not asked for");
    for (let number = 0; number < 1_000; number += 1) {
      await put(`key ${number}`);
      assert.ok(cache.find("asked for"));
      assert.ok(cache.size() <= 100);
    }
    assert.equal(cache.find("not asked for"), undefined);
    assert.ok(cache.find("key 999"));
    assert.ok(cache.counts.evicted > 800);
  });

  it("holds the newest response of a key, and counts its bytes alone", async () => {
    const { time, cache, put } = setUp({ maxEntries: 4 });
    for (const key of ["a", "b", "c"]) await put(key);
    time.nowMs += 10;
    await put("a", "again");
    assert.deepEqual(cache.find("a")?.response, toMemoryResponse("again"));
    assert.equal(cache.size(), 3);
    assert.equal(cache.bytes(), 3 * 500 + 3 * "againbc".length);
  });

  it("stays within its bytes however large the responses are", async () => {
    const { cache, put } = setUp({ maxBytes: 20_000 });
    for (let number = 0; number < 50; number += 1) {
      await put(`key ${number}`, "x".repeat(1_000));
      assert.ok(cache.bytes() <= 20_000);
    }
    assert.ok(cache.size() >= 2);
    await put("too large", "x".repeat(20_000));
    assert.equal(cache.find("too large"), undefined);
    assert.ok(cache.find("key 49"));
  });

  it("forgets everything when it is cleared, even what is being produced at that moment", async () => {
    const { cache, put } = setUp();
    await put("old");
    const { promise, resolve } = Promise.withResolvers<StoredResponse>();
    const waiting = cache.produce({ key: "slow", ttlMs: 100, produce: () => promise });
    cache.clear();
    const fresh = put("slow", "fresh");
    resolve(toMemoryResponse("stale"));
    assert.deepEqual((await waiting).response, toMemoryResponse("stale"));
    await fresh;
    assert.deepEqual(cache.find("slow")?.response, toMemoryResponse("fresh"));
    assert.equal(cache.find("old"), undefined);
  });

  it("frees an expired response in a file even if no request comes for it", async () => {
    const { time, cache } = setUp();
    const { response, state } = fileResponse();
    await cache.produce({ key: "a", ttlMs: 100, produce: async () => response });
    cache.sweep();
    assert.equal(state.closings, 0);
    time.nowMs += 100;
    cache.sweep();
    assert.equal(state.closings, 1);
    assert.equal(cache.size(), 0);
  });

  it("frees a response in a file that is replaced, has to leave for others, or is cleared", async () => {
    const { cache, put } = setUp({ maxEntries: 1 });
    const files = [fileResponse(), fileResponse(), fileResponse()];
    for (const { response } of files)
      await cache.produce({ key: "file", ttlMs: 100, produce: async () => response });
    assert.deepEqual(
      files.map(({ state }) => state.closings),
      [1, 1, 0],
    );
    await put("another");
    assert.equal(files[2]?.state.closings, 1);
    const { response, state } = fileResponse();
    await cache.produce({ key: "file", ttlMs: 100, produce: async () => response });
    cache.clear();
    assert.equal(state.closings, 1);
    assert.equal(cache.counts.evicted, 2);
  });
});
