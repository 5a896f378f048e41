import assert from "node:assert/strict";
import { test } from "node:test";
import { toLabelled } from "./to-labelled.ts";

test("at most six bars are labelled, equally far apart, from the first on", () => {
  for (let bars = 1; bars <= 100; bars += 1) {
    const indexes = toLabelled(bars).map(({ index }) => index);
    assert.equal(indexes[0], 0);
    assert.ok(indexes.length <= 6 && indexes.length >= Math.min(bars, 3), `${bars}: ${indexes}`);
    assert.ok(indexes.every((index) => index < bars));
    assert.equal(
      new Set(indexes.slice(1).map((index, place) => index - (indexes[place] ?? 0))).size <= 1,
      true,
    );
  }
  assert.deepEqual(toLabelled(0), []);
  assert.deepEqual(
    toLabelled(60).map(({ anchor }) => anchor),
    ["start", "middle", "middle", "middle", "middle", "middle"],
  );
  assert.equal(toLabelled(2)[0]?.anchor, "middle");
});

test("a phone shows every second label, and those at the ends stay inside", () => {
  assert.deepEqual(
    toLabelled(13).map(({ index, anchor, isExtra }) => [index, anchor, isExtra]),
    [
      [0, "start", false],
      [3, "middle", true],
      [6, "middle", false],
      [9, "middle", true],
      [12, "end", false],
    ],
  );
});
