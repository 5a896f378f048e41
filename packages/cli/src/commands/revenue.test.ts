import assert from "node:assert/strict";
import { test } from "node:test";
import { RegistryError } from "@agent-registry/sdk";
import { confirmCurrency } from "./revenue.ts";

const totals = (totalReports: number) => ({ totalReports, totalAmount: 0, byCurrency: {}, byCategory: {} });
const seen = { getRevenueTotals: async () => totals(3) };
const unseen = { getRevenueTotals: async () => totals(0) };
const silent = {
  getRevenueTotals: async () => {
    throw new RegistryError({ reason: "api-unreachable", message: "The query API does not answer." });
  },
};

test("a usual code needs no question, whatever the register has seen", async () => {
  for (const currency of ["EUR", "USDC", "ETH"])
    await confirmCurrency({ registry: silent, currency, yes: undefined });
});

test("a currency that an agent has reported in needs no question", async () => {
  await confirmCurrency({ registry: seen, currency: "MOON", yes: undefined });
});

test("a currency that is new to the register needs --yes without a terminal", async () => {
  await assert.rejects(confirmCurrency({ registry: unseen, currency: "EURO", yes: undefined }), {
    message: /^"EURO" is no usual code .*no agent has reported in it\..*--yes.*Nothing was written\.$/,
  });
  await confirmCurrency({ registry: unseen, currency: "EURO", yes: true });
});

test("if the query API does not answer, that is said, and --yes goes on", async () => {
  await assert.rejects(confirmCurrency({ registry: silent, currency: "EURO", yes: undefined }), {
    message: /is not known: The query API does not answer\. .*--yes/,
  });
  await confirmCurrency({ registry: silent, currency: "EURO", yes: true });
});
