import assert from "node:assert/strict";
import test from "node:test";
import { toPageNumbers } from "./page-numbers.ts";

const numbers = (page: number, totalPages: number) =>
  toPageNumbers({ page, totalPages }).map((item) => item.number);

test("the first, the last and the neighbouring pages are listed, with gaps between", () => {
  assert.deepEqual(numbers(1, 1), [1]);
  assert.deepEqual(numbers(1, 4), [1, 2, null, 4]);
  assert.deepEqual(numbers(6, 11), [1, null, 5, 6, 7, null, 11]);
  assert.deepEqual(numbers(11, 11), [1, null, 10, 11]);
});

test("a page beyond the last still lists the pages that exist", () => {
  assert.deepEqual(numbers(99, 3), [1, null, 3]);
});
