import assert from "node:assert/strict";
import { test } from "node:test";
import { fromStoredAmount, toStoredAmount } from "./counter-keys.ts";

test("stored sums keep every digit and sort as the numbers do, beyond what 64 bits hold", () => {
  const sums = [
    0n,
    9n,
    10n,
    2n ** 53n,
    2n ** 53n + 1n,
    2n ** 63n,
    2n ** 64n,
    2n ** 64n + 1n,
    10n ** 36n - 1n,
  ];
  const stored = sums.map(toStoredAmount);
  assert.deepEqual(stored.map(fromStoredAmount), sums);
  assert.deepEqual(stored.toSorted(), stored);
});
