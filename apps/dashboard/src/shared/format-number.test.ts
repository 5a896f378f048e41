import assert from "node:assert/strict";
import test from "node:test";
import { formatCount, formatCounted, formatRate } from "./format-number.ts";

test("numbers have their thousands apart", () => {
  assert.equal(formatCount(12_345), "12,345");
});

test("a rate keeps the one decimal place that the API gives", () => {
  assert.equal(formatRate("66.7"), "66.7%");
  assert.equal(formatRate("0.0"), "0.0%");
});

test("a count of one takes the singular", () => {
  assert.equal(formatCounted(1, "agent"), "1 agent");
  assert.equal(formatCounted(0, "agent"), "0 agents");
});
