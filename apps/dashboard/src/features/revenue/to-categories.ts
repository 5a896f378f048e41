import type { RevenueAggregateResponse } from "@agent-registry/protocol";
import { addCents, type Cents } from "../../shared/text/format-money.ts";
import { LOCALE } from "../../shared/text/format-number.ts";

type CategoryAmount = { category: string; cents: Cents; isRest: boolean };

/** Categories are free text, so there may be any number of them. */
const SHOWN = 8;

/**
 * The largest categories of one currency, the others summed. Null if the answer holds other currencies too:
 * its categories would then add up amounts that cannot be added.
 */
export function toCategories({
  aggregate,
  currency,
}: {
  aggregate: RevenueAggregateResponse;
  currency: string;
}): CategoryAmount[] | null {
  if (Object.keys(aggregate.byCurrency).some((name) => name !== currency)) return null;
  const ranked = Object.entries(aggregate.byCategory)
    .map(([category, cents]) => ({ category, cents, isRest: false }))
    .sort((a, b) => compareCents(b.cents, a.cents) || a.category.localeCompare(b.category, LOCALE));
  const rest = ranked.slice(SHOWN);
  if (rest.length < 2) return ranked;
  const cents = rest.reduce<Cents>((sum, item) => addCents(sum, item.cents), 0);
  return [...ranked.slice(0, SHOWN), { category: `${rest.length} more`, cents, isRest: true }];
}

/** A difference of two sums beyond 2^53 would be rounded to zero. */
function compareCents(a: Cents, b: Cents): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The currency that an answer is about, if it is about one only. */
export function findOnlyCurrency({ byCurrency }: Pick<RevenueAggregateResponse, "byCurrency">) {
  const names = Object.keys(byCurrency);
  return names.length === 1 ? names[0] : undefined;
}
