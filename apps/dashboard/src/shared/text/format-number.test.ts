import assert from "node:assert/strict";
import test from "node:test";
import { formatCount, formatCounted, formatRate } from "./format-number.ts";

test("numbers have their thousands apart", () => {
  const format = new Intl.NumberFormat("en-US");
  for (const value of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER])
    assert.equal(formatCount(value), format.format(value));
});

test("a rate keeps the one decimal place that the API gives", () => {
  assert.equal(formatRate("66.7"), "66.7%");
  assert.equal(formatRate("0.0"), "0.0%");
});

test("a count of one takes the singular", () => {
  assert.equal(formatCounted(1, "agent"), "1 agent");
  assert.equal(formatCounted(0, "agent"), "0 agents");
});
