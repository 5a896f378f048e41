import assert from "node:assert/strict";
import test from "node:test";
import { toCategories } from "./to-categories.ts";

const aggregate = (byCurrency: Record<string, number>, byCategory: Record<string, number | bigint>) => ({
  totalReports: 1,
  totalAmount: 1,
  byCurrency,
  byCategory,
});

test("the categories of one currency are ranked by amount", () => {
  const answer = aggregate({ EUR: 6 }, { small: 1, large: 5 });
  assert.deepEqual(
    toCategories({ aggregate: answer, currency: "EUR" })?.map(({ category }) => category),
    ["large", "small"],
  );
  const close = aggregate({ EUR: 1 }, { a: 2n ** 64n, b: 2n ** 64n + 1n });
  assert.equal(toCategories({ aggregate: close, currency: "EUR" })?.[0]?.category, "b");
});

test("categories of different currencies are not added up", () => {
  const answer = aggregate({ EUR: 5, USDC: 5 }, { research: 10 });
  assert.equal(toCategories({ aggregate: answer, currency: "EUR" }), null);
});

test("categories that do not fit are summed", () => {
  const names = Array.from({ length: 20 }, (_, index) => [`category ${index}`, 10] as const);
  const shown = toCategories({
    aggregate: aggregate({ EUR: 200 }, Object.fromEntries(names)),
    currency: "EUR",
  });
  assert.equal(shown?.length, 9);
  assert.deepEqual(shown?.at(-1), { category: "12 more", cents: 120, isRest: true });
});

test("the sum of the categories that do not fit keeps every digit", () => {
  const names = Array.from({ length: 20 }, (_, index) => [`c${index}`, Number.MAX_SAFE_INTEGER] as const);
  const shown = toCategories({
    aggregate: aggregate({ EUR: 1 }, Object.fromEntries(names)),
    currency: "EUR",
  });
  assert.equal(String(shown?.at(-1)?.cents), String(12n * BigInt(Number.MAX_SAFE_INTEGER)));
});
