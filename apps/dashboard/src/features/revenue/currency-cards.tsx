"use client";

import type { RevenueTimelineResponse } from "@agent-registry/protocol";
import { formatCents } from "../../shared/format-money.ts";
import { Currency } from "../../shared/money.tsx";
import { rankCurrencies } from "./rank-currencies.ts";
import { Sparkline } from "./sparkline.tsx";
import { toBuckets } from "./time-buckets.ts";

/** More currencies than this are chosen from a list: their names are free text, so there may be many. */
const CARDS = 4;
const BARS = 26;

type Props = {
  byCurrency: Record<string, number>;
  timeline: RevenueTimelineResponse | undefined;
  chosen: string;
  onChoose(currency: string): void;
};

/** Each currency by itself: its total and its own small chart. Choosing one leads the charts below. */
export function CurrencyCards({ byCurrency, timeline, chosen, onChoose }: Props) {
  const totals = rankCurrencies(byCurrency);
  const first = totals.slice(0, CARDS);
  const shown = first.some(({ currency }) => currency === chosen)
    ? first
    : [...first.slice(0, CARDS - 1), ...totals.filter(({ currency }) => currency === chosen)];
  return (
    <section aria-labelledby="by-currency">
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="by-currency" className="text-xl">
          By currency
        </h2>
        {totals.length <= CARDS ? null : (
          <label className="flex items-center gap-2 text-sm text-muted">
            All {totals.length}
            <select
              value={chosen}
              onChange={(event) => onChoose(event.target.value)}
              className="h-9 max-w-48 rounded-lg border border-line bg-surface px-2 text-ink"
            >
              {totals.map(({ currency }) => (
                <option key={currency} value={currency}>
                  {currency}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-5">
        {shown.map(({ currency, cents }) => (
          <button
            key={currency}
            type="button"
            aria-pressed={currency === chosen}
            onClick={() => onChoose(currency)}
            className="card min-w-0 px-6 py-5 text-left hover:border-line-strong aria-pressed:border-accent aria-pressed:shadow-[inset_0_0_0_1px_var(--accent)]"
          >
            <span className="block truncate text-sm text-muted">
              <Currency code={currency} />
            </span>
            <span className="block truncate font-serif text-2xl tracking-[-0.01em]">
              {formatCents(cents)}
            </span>
            <Sparkline
              values={
                timeline === undefined
                  ? undefined
                  : toBuckets({
                      amounts: timeline.data
                        .filter((point) => point.currency === currency)
                        .map((point) => ({ ms: Date.parse(point.start), cents: point.amount })),
                      interval: timeline.interval,
                      limit: BARS,
                    }).map((bucket) => bucket.cents)
              }
            />
          </button>
        ))}
      </div>
    </section>
  );
}
