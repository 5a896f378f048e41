import assert from "node:assert/strict";
import { test } from "node:test";
import { createTokenBucket } from "./token-bucket.ts";

function setUp(perSecond: number) {
  const clock = { now: 5_000 };
  const tryTake = createTokenBucket({ perSecond, now: () => clock.now });
  const takeMany = (count: number) => Array.from({ length: count }, tryTake).filter(Boolean).length;
  return { clock, takeMany };
}

test("as many pass at once as pass in a second", () => {
  const { takeMany } = setUp(3);
  assert.equal(takeMany(10), 3);
});

test("room comes back evenly with time", () => {
  const { takeMany, clock } = setUp(4);
  takeMany(4);
  clock.now += 249;
  assert.equal(takeMany(10), 0);
  clock.now += 1;
  assert.equal(takeMany(10), 1);
  clock.now += 500;
  assert.equal(takeMany(10), 2);
});

test("a long pause saves up one second's worth, and no more", () => {
  const { takeMany, clock } = setUp(3);
  takeMany(3);
  clock.now += 60_000;
  assert.equal(takeMany(10), 3);
});

test("less than one a second lets one pass at a time", () => {
  const { takeMany, clock } = setUp(0.5);
  assert.equal(takeMany(5), 1);
  clock.now += 1_999;
  assert.equal(takeMany(5), 0);
  clock.now += 1;
  assert.equal(takeMany(5), 1);
});

test("a clock that is set back gives nothing, and does not stop the refill", () => {
  const { takeMany, clock } = setUp(2);
  takeMany(1);
  clock.now -= 3_000;
  assert.equal(takeMany(5), 1);
  clock.now += 500;
  assert.equal(takeMany(5), 1);
});

test("a rate that is not a positive number is refused", () => {
  for (const perSecond of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => createTokenBucket({ perSecond }), /perSecond must be a positive number/);
  }
});

test("without a clock of its own it goes by the system's", () => {
  const tryTake = createTokenBucket({ perSecond: 1 });
  assert.equal(tryTake(), true);
});
