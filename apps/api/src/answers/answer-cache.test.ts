import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Answer, toMemoryAnswer } from "./answer.ts";
import { createAnswerCache } from "./answer-cache.ts";

function setUp(limits: { maxEntries?: number; maxBytes?: number } = {}) {
  const time = { nowMs: 1_000 };
  const cache = createAnswerCache({ clock: { now: () => time.nowMs }, ...limits });
  const put = (key: string, body = key, ttlMs = 100) =>
    cache.produce({ key, ttlMs, produce: async () => toMemoryAnswer(body) });
  return { time, cache, put };
}

function spooledAnswer(overrides: Partial<Extract<Answer, { kind: "spooled" }>> = {}) {
  const state = { closings: 0 };
  const answer: Answer = {
    kind: "spooled",
    etag: '"x"',
    isBroken: () => false,
    open: () => new ReadableStream(),
    close: () => {
      state.closings += 1;
    },
    ...overrides,
  };
  return { answer, state };
}

describe("answer cache", () => {
  it("keeps an answer for its lifetime, and not a millisecond longer", async () => {
    const { time, cache, put } = setUp();
    await put("a");
    time.nowMs += 99;
    assert.equal(cache.find("a")?.madeAtMs, 1_000);
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
        return toMemoryAnswer("a");
      },
    });
    assert.equal(entry.expiresAtMs, 1_100);
  });

  it("collapses concurrent misses of one key into one production", async () => {
    const { cache } = setUp();
    let productions = 0;
    const produce = async () => {
      productions += 1;
      return toMemoryAnswer(String(productions));
    };
    const entries = await Promise.all([1, 2, 3].map(() => cache.produce({ key: "a", ttlMs: 100, produce })));
    assert.equal(productions, 1);
    assert.equal(new Set(entries).size, 1);
    assert.deepEqual([cache.counts.misses, cache.counts.collapsed], [1, 2]);
  });

  it("keeps no failure: everyone who waits gets it, and the next one tries again", async () => {
    const { cache, put } = setUp();
    const fail = () =>
      cache.produce({ key: "a", ttlMs: 100, produce: () => Promise.reject(new Error("no")) });
    const [first, second] = await Promise.allSettled([fail(), fail()]);
    assert.deepEqual([first.status, second.status], ["rejected", "rejected"]);
    await put("a", "fine");
    assert.ok(cache.find("a"));
  });

  it("keeps what is asked for, while what is not makes room", async () => {
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

  it("replaces an answer wherever it is kept", async () => {
    const { time, cache, put } = setUp({ maxEntries: 4 });
    for (const key of ["a", "b", "c"]) await put(key);
    time.nowMs += 10;
    await put("a", "again");
    assert.deepEqual(cache.find("a")?.answer, toMemoryAnswer("again"));
    assert.equal(cache.size(), 3);
    assert.equal(cache.bytes(), 3 * 500 + 3 * "againbc".length);
  });

  it("stays within its bytes however large the answers are", async () => {
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

  it("forgets everything when it is cleared, also what is being produced at that moment", async () => {
    const { cache, put } = setUp();
    await put("old");
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const waiting = cache.produce({ key: "slow", ttlMs: 100, produce: () => promise });
    cache.clear();
    const fresh = put("slow", "fresh");
    resolve(toMemoryAnswer("stale"));
    assert.deepEqual((await waiting).answer, toMemoryAnswer("stale"));
    await fresh;
    assert.deepEqual(cache.find("slow")?.answer, toMemoryAnswer("fresh"));
    assert.equal(cache.find("old"), undefined);
  });

  it("frees a spooled answer that has expired, though nobody asks for it", async () => {
    const { time, cache } = setUp();
    const { answer, state } = spooledAnswer();
    await cache.produce({ key: "a", ttlMs: 100, produce: async () => answer });
    cache.sweep();
    assert.equal(state.closings, 0);
    time.nowMs += 100;
    cache.sweep();
    assert.equal(state.closings, 1);
    assert.equal(cache.size(), 0);
  });

  it("does not give out a spooled answer that broke off", async () => {
    const { cache } = setUp();
    const { answer } = spooledAnswer({ isBroken: () => true });
    await cache.produce({ key: "a", ttlMs: 100, produce: async () => answer });
    assert.equal(cache.find("a"), undefined);
  });
});
