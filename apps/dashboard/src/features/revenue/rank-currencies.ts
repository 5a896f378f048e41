import type { Cents } from "../../shared/format-money.ts";
import { LOCALE } from "../../shared/locale.ts";

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
