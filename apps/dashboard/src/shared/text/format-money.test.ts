import assert from "node:assert/strict";
import test from "node:test";
import { addCents, formatCents, formatCentsShort, isLongAmount } from "./format-money.ts";

test("cents become money with two places", () => {
  assert.equal(formatCents(0), "0.00");
  assert.equal(formatCents(5), "0.05");
  assert.equal(formatCents(18_421_050), "184,210.50");
});

test("the largest amount keeps its last cent", () => {
  assert.equal(formatCents(Number.MAX_SAFE_INTEGER), "90,071,992,547,409.91");
});

test("amounts on axes are short", () => {
  assert.equal(formatCentsShort(1_234_500), "12.3K");
});

test("sums beyond the largest safe integer are still written out", () => {
  assert.equal(formatCents(1e22), "100,000,000,000,000,000,000.00");
  assert.equal(formatCents(2n ** 53n + 1n), "90,071,992,547,409.93");
  assert.equal(formatCents(2n ** 64n + 1n), "184,467,440,737,095,516.17");
  assert.equal(formatCents(-(2n ** 64n)), "-184,467,440,737,095,516.16");
});

test("sums keep every digit, and are numbers as long as these are exact", () => {
  assert.equal(addCents(1, 2), 3);
  assert.equal(addCents(Number.MAX_SAFE_INTEGER - 1, 1), Number.MAX_SAFE_INTEGER);
  assert.equal(addCents(Number.MAX_SAFE_INTEGER, 2), 2n ** 53n + 1n);
  assert.equal(addCents(2n ** 64n, 1), 2n ** 64n + 1n);
});

test("only amounts of ten digits and more are shortened", () => {
  assert.equal(isLongAmount(99_999_999_999), false);
  assert.equal(isLongAmount(100_000_000_000), true);
  assert.equal(isLongAmount(2n ** 64n), true);
  assert.equal(formatCentsShort(18_014_398_523_139_984, { fractionDigits: 2 }), "180.14T");
});
