import assert from "node:assert/strict";
import test from "node:test";
import { formatCount, formatCounted, formatRate } from "./format-number.ts";

test("numbers follow the reader's locale", () => {
  assert.equal(formatCount(12_345, "en-GB"), "12,345");
  assert.equal(formatCount(12_345, "de-DE"), "12.345");
});

test("a rate keeps the one decimal place that the API gives", () => {
  assert.equal(formatRate("66.7", "en-GB"), "66.7%");
  assert.equal(formatRate("0.0", "en-GB"), "0.0%");
  assert.match(formatRate("100.0", "de-DE"), /^100,0\s%$/);
});

test("a count of one takes the singular", () => {
  assert.equal(formatCounted(1, "agent", "en-GB"), "1 agent");
  assert.equal(formatCounted(0, "agent", "en-GB"), "0 agents");
});
