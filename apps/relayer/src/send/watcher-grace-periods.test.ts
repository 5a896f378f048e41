import assert from "node:assert/strict";
import { it } from "node:test";
import { createGracePeriods } from "./watcher.ts";

it("a grace period is over once a thing was asked for so long, unless it was reset or dropped", () => {
  let now = 1_000;
  const periods = createGracePeriods({ clock: { now: () => now } });
  const areOver = () => ["a", "b"].map((key) => periods.isOver(key, 100));
  assert.deepEqual(areOver(), [false, false]);
  now += 99;
  assert.deepEqual(areOver(), [false, false]);
  now += 1;
  assert.deepEqual(areOver(), [true, true]);
  periods.reset("a");
  assert.deepEqual(areOver(), [false, true]);
  now += 100;
  periods.keepOnly(["a"]);
  assert.deepEqual(areOver(), [true, false]);
  assert.equal(periods.isOver("c", 0), true);
});
