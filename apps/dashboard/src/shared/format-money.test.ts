import assert from "node:assert/strict";
import test from "node:test";
import { formatCents, formatCentsShort } from "./format-money.ts";

test("cents become money with two places, in the reader's locale", () => {
  assert.equal(formatCents(0, "en-GB"), "0.00");
  assert.equal(formatCents(5, "en-GB"), "0.05");
  assert.equal(formatCents(18_421_050, "en-GB"), "184,210.50");
  assert.equal(formatCents(18_421_050, "de-DE"), "184.210,50");
});

test("the largest amount keeps its last cent", () => {
  assert.equal(formatCents(Number.MAX_SAFE_INTEGER, "en-GB"), "90,071,992,547,409.91");
});

test("axes have short amounts", () => {
  assert.equal(formatCentsShort(1_234_500, "en-US"), "12.3K");
});
