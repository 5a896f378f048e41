import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { grouped } from "./grouped.ts";

describe("calls in groups", () => {
  it("those that come together are done together, in their order, and each gets its own result", async () => {
    const groups: number[][] = [];
    const call = grouped({
      async work(items: number[]) {
        groups.push(items);
        return items.map((item) => item * 10);
      },
      maxItems: 3,
    });
    const results = await Promise.all([1, 2, 3, 4].map(call));
    assert.deepEqual(results, [10, 20, 30, 40]);
    assert.deepEqual(groups, [[1, 2, 3], [4]]);
    assert.equal(await call(5), 50);
    assert.deepEqual(groups.at(-1), [5]);
  });

  it("those that come while a group is worked on wait for the next, which never runs beside it", async () => {
    const first = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let running = 0;
    const call = grouped({
      async work(items: string[]) {
        running += 1;
        assert.equal(running, 1);
        begun.resolve();
        await first.promise;
        running -= 1;
        return items.map((item) => `${item} of ${items.length}`);
      },
    });
    const one = call("one");
    await begun.promise;
    const others = Promise.all([call("two"), call("three")]);
    first.resolve();
    assert.equal(await one, "one of 1");
    assert.deepEqual(await others, ["two of 2", "three of 2"]);
  });

  it("those that come soon after a group wait for others, until the time is over or a group is full", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(performance, "now", () => nowMs);
    let nowMs = 0;
    const groups: number[][] = [];
    const call = grouped({
      async work(items: number[]) {
        groups.push(items);
        return items;
      },
      maxItems: 3,
      spacingMs: 50,
    });
    await call(1);
    const soon = [call(2), call(3)];
    await turn();
    assert.deepEqual(groups, [[1]]);
    t.mock.timers.tick(50);
    await Promise.all(soon);
    const full = [4, 5, 6, 7].map(call);
    await turn();
    assert.deepEqual(groups, [[1], [2, 3], [4, 5, 6]]);
    t.mock.timers.tick(50);
    await Promise.all(full);
    const many = [call(8)];
    await turn();
    many.push(call(9), call(10));
    await Promise.all(many);
    nowMs = 50;
    assert.equal(await call(11), 11);
    assert.deepEqual(groups.slice(3), [[7], [8, 9, 10], [11]]);
  });

  it("one that fails is the only one that does", async () => {
    const call = grouped({
      async work(items: number[]) {
        if (items.includes(2)) throw new Error("not two");
        return items;
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(call));
    assert.deepEqual(
      results.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message)),
      [1, "not two", 3],
    );
    assert.equal(await call(4), 4);
  });
});

/** Long enough for a group that does not wait to begin. */
async function turn(): Promise<void> {
  for (let i = 0; i < 4; i += 1) await nextTurn();
}
