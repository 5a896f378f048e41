import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchLookups } from "./prepare-look-ups.ts";

function setUp(answer = async (keys: string[]) => new Map(keys.map((key) => [key, key.toUpperCase()]))) {
  const calls: string[][] = [];
  const find = batchLookups(async (keys) => {
    calls.push(keys);
    return await answer(keys);
  });
  return { calls, find };
}

describe("batchLookups", () => {
  it("sends look-ups of the same turn as one batch, each key once", async () => {
    const { calls, find } = setUp();
    assert.deepEqual(await Promise.all(["a", "b", "a"].map(find)), ["A", "B", "A"]);
    assert.deepEqual(calls, [["a", "b"]]);
    assert.equal(await find("a"), "A");
    assert.equal(calls.length, 2);
  });

  it("finds undefined for a key that is not there", async () => {
    const { find } = setUp(async () => new Map([["a", "A"]]));
    assert.deepEqual(await Promise.all([find("a"), find("b")]), ["A", undefined]);
  });

  it("does not wait for one batch before it sends the next", async () => {
    const first = Promise.withResolvers<Map<string, string>>();
    const { find } = setUp(async ([key]) => (key === "slow" ? first.promise : new Map([["quick", "Q"]])));
    const slow = find("slow");
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await find("quick"), "Q");
    first.resolve(new Map([["slow", "S"]]));
    assert.equal(await slow, "S");
  });

  it("keeps each batch to a bounded size", async () => {
    const { calls, find } = setUp();
    const keys = Array.from({ length: 450 }, (_, index) => `k${index}`);
    assert.deepEqual(
      await Promise.all(keys.map(find)),
      keys.map((key) => key.toUpperCase()),
    );
    assert.deepEqual(
      calls.map((asked) => asked.length),
      [200, 200, 50],
    );
  });

  it("fails every look-up of a failed batch, and works again after it", async () => {
    let isDown = true;
    const { find } = setUp(async (keys) => {
      if (isDown) throw new Error("connection lost");
      return new Map(keys.map((key) => [key, key]));
    });
    const outcomes = await Promise.allSettled([find("a"), find("b")]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    isDown = false;
    assert.equal(await find("a"), "a");
  });
});
