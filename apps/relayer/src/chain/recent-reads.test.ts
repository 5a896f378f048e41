import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRecentReads } from "./recent-reads.ts";

function setUp({ maxKeys }: { maxKeys?: number } = {}) {
  const time = { nowMs: 5_000 };
  const asked: string[] = [];
  const fails = { value: false };
  const recent = createRecentReads({
    clock: { now: () => time.nowMs },
    read: async (key) => {
      asked.push(key);
      if (fails.value) throw new Error("no answer");
      return asked.length;
    },
    ...(maxKeys !== undefined && { maxKeys }),
  });
  return { time, asked, fails, recent };
}

describe("recent reads", () => {
  it("share one read for less than a second, by key", async () => {
    const { time, recent } = setUp();
    assert.deepEqual(await Promise.all([recent.get("a"), recent.get("a"), recent.get("b")]), [1, 1, 2]);
    time.nowMs += 999;
    assert.equal(await recent.get("a"), 1);
    time.nowMs += 1;
    assert.equal(await recent.get("a"), 3);
  });

  it("read again for another version, after they were forgotten, and if the clock was set back", async () => {
    const { time, recent } = setUp();
    assert.equal(await recent.get("a", "1"), 1);
    assert.equal(await recent.get("a", "2"), 2);
    recent.forget("a");
    assert.equal(await recent.get("a", "2"), 3);
    time.nowMs -= 60_000;
    assert.equal(await recent.get("a", "2"), 4);
  });

  it("keep no failure", async () => {
    const { recent, fails } = setUp();
    fails.value = true;
    await assert.rejects(recent.get("a"), /no answer/);
    fails.value = false;
    assert.equal(await recent.get("a"), 2);
  });

  it("keep a bounded number of keys, the newest", async () => {
    const { recent, asked } = setUp({ maxKeys: 2 });
    for (const key of ["a", "b", "c", "a", "c"]) await recent.get(key);
    assert.deepEqual(asked, ["a", "b", "c", "a"]);
    assert.equal(recent.size(), 2);
  });
});
