import assert from "node:assert/strict";
import test from "node:test";
import { formatCentsShort } from "../../shared/format-money.ts";
import { toTicks } from "./to-ticks.ts";

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
