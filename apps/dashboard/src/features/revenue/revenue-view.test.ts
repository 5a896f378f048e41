import assert from "node:assert/strict";
import test from "node:test";
import { parseRevenueView, rankCurrencies } from "./revenue-view.ts";

const byCurrency = { AAA: 900, ETH: 1, USDC: 5 };
const view = (query: string) => parseRevenueView({ params: new URLSearchParams(query), byCurrency });

test("currencies are not ranked by amount: amounts of different currencies cannot be compared", () => {
  assert.deepEqual(
    rankCurrencies(byCurrency).map(({ currency }) => currency),
    ["USDC", "ETH", "AAA"],
  );
});

test("the address bar chooses the view; a value that makes no sense is ignored", () => {
  assert.deepEqual(view("currency=AAA&interval=month"), { currency: "AAA", interval: "month" });
  assert.deepEqual(view("currency=none&interval=year"), { currency: "USDC", interval: "week" });
});
