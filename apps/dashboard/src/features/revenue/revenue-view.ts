import type { Interval } from "../../api/resources.ts";
import type { Cents } from "../../shared/text/format-money.ts";
import { formatCount, LOCALE } from "../../shared/text/format-number.ts";

export const INTERVALS = ["day", "week", "month"] as const satisfies readonly Interval[];

export type RevenueView = { currency: string; interval: Interval };

/** The currency and interval that the address bar asks for; the first currency if it names none. */
export function parseRevenueView({
  params,
  byCurrency,
}: {
  params: Pick<URLSearchParams, "get">;
  byCurrency: Record<string, Cents>;
}): RevenueView {
  const asked = params.get("currency");
  const ranked = rankCurrencies(byCurrency);
  return {
    currency: (ranked.find(({ currency }) => currency === asked) ?? ranked[0])?.currency ?? "",
    interval: INTERVALS.find((name) => name === params.get("interval")) ?? "week",
  };
}

type CurrencyTotal = { currency: string; cents: Cents };

const KNOWN = ["USDC", "EUR", "ETH"];

/**
 * The currencies in an order that does not depend on amounts, since amounts of different currencies cannot
 * be compared: the well-known ones first, then by name.
 */
export function rankCurrencies(byCurrency: Record<string, Cents>): CurrencyTotal[] {
  return Object.entries(byCurrency)
    .map(([currency, cents]) => ({ currency, cents }))
    .sort((a, b) => rank(a.currency) - rank(b.currency) || a.currency.localeCompare(b.currency, LOCALE));
}

function rank(currency: string): number {
  const position = KNOWN.indexOf(currency);
  return position === -1 ? KNOWN.length : position;
}

/** "1 currency", "5 currencies". */
export function formatCurrencies(byCurrency: Record<string, unknown>): string {
  const count = Object.keys(byCurrency).length;
  return count === 1 ? "1 currency" : `${formatCount(count)} currencies`;
}
