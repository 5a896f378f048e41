import assert from "node:assert/strict";
import test from "node:test";
import { toCategories } from "./to-categories.ts";

const aggregate = (byCurrency: Record<string, number>, byCategory: Record<string, number>) => ({
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
