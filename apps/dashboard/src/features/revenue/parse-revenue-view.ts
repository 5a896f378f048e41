import type { Interval } from "../../api/resources.ts";
import type { Cents } from "../../shared/format-money.ts";
import { rankCurrencies } from "./rank-currencies.ts";

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
