import assert from "node:assert/strict";
import test from "node:test";
import { formatCentsShort } from "../../shared/text/format-money.ts";
import { toLabelled, toTicks } from "./chart-scale.ts";

test("an axis has round ticks up to the largest amount", () => {
  assert.deepEqual(toTicks(285_000), [0, 100_000, 200_000, 300_000]);
  assert.deepEqual(toTicks(0), [0, 10]);
  assert.deepEqual(toTicks(3), [0, 10]);
  for (const largest of [1, 99, 12_345, 790_001, 2 ** 53, 1e22]) {
    const ticks = toTicks(largest);
    assert.ok((ticks.at(-1) ?? 0) >= largest && ticks.length <= 6, String(largest));
  }
});

test("every tick's label says its exact amount", () => {
  for (const largest of [40, 285_000, 1_234_567, 999_999_999])
    for (const tick of toTicks(largest)) {
      const label = formatCentsShort(tick);
      const unit = { K: 1e3, M: 1e6 }[label.slice(-1)] ?? 1;
      assert.equal(Math.round(Number.parseFloat(label) * unit * 100), tick, label);
    }
});

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
