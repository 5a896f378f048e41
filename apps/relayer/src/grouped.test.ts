import assert from "node:assert/strict";
import { describe, it } from "node:test";
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
