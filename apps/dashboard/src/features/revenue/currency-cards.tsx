"use client";

import type { RevenueTimelineResponse } from "@agent-registry/protocol";
import type { CurrencyDescription } from "@agent-registry/protocol/currency";
import type { ResourceState } from "../../api/use-resource.ts";
import type { Cents } from "../../shared/text/format-money.ts";
import { formatCount } from "../../shared/text/format-number.ts";
import { Amount, Currency, useCurrencyDescriber } from "../../shared/text/money.tsx";
import { StateForm, StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { rankCurrencies } from "./revenue-view.ts";
import { toCurrencyBuckets } from "./time-buckets.ts";

/** More currencies than this are chosen from a list: their names are free text, so there may be many. */
const CARDS = 4;
const BARS = 26;

type Props = {
  byCurrency: Record<string, Cents>;
  timeline: Pick<ResourceState<RevenueTimelineResponse>, "data" | "asOfMs">;
  chosen: string;
};

/** Each currency by itself: its total and a small chart. The chosen one is shown in the charts below. */
export function CurrencyCards({ byCurrency, timeline: { data, asOfMs }, chosen }: Props) {
  const { write } = useUrlState();
  const totals = rankCurrencies(byCurrency);
  const describe = useCurrencyDescriber();
  const { text, why } = describe(chosen);
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
          <StateForm without={["currency"]} submit="Show" className="flex items-center gap-2">
            <label className="flex items-center gap-2 text-sm text-muted">
              All {formatCount(totals.length)}
              <select
                name="currency"
                value={chosen}
                onChange={(event) => write({ currency: event.target.value })}
                className="h-9 max-w-48 rounded-lg border border-line bg-surface px-2 text-ink"
              >
                {totals.map(({ currency }) => (
                  <option key={currency} value={currency}>
                    {toOption(describe(currency))}
                  </option>
                ))}
              </select>
            </label>
          </StateForm>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-5">
        {shown.map(({ currency, cents }) => (
          <StateLink
            key={currency}
            changes={{ currency }}
            aria-current={currency === chosen ? "true" : undefined}
            className="card flex min-w-0 flex-col px-6 py-5 text-left hover:border-line-strong aria-[current]:border-accent aria-[current]:shadow-[inset_0_0_0_1px_var(--accent)]"
          >
            <span className="block text-sm text-muted">
              <Currency code={currency} />
            </span>
            <span className="block font-serif text-2xl tracking-[-0.01em]">
              <Amount cents={cents} />
            </span>
            <Sparkline
              values={
                data === undefined
                  ? undefined
                  : toCurrencyBuckets(data, { currency, limit: BARS, nowMs: asOfMs }).map(({ cents }) =>
                      Number(cents),
                    )
              }
            />
          </StateLink>
        ))}
      </div>
      {why === "" ? null : (
        // In words for those who cannot hover over the mark.
        <p className="mt-3 text-sm text-muted">
          <bdi>{text}</bdi>: <bdi>{why}</bdi>. Currencies are free text, and each spelling is counted by
          itself.
        </p>
      )}
    </section>
  );
}

function toOption({ text, mark }: CurrencyDescription): string {
  return mark === "" ? text : `${text} (${mark})`;
}

const WIDTH = 260;
const HEIGHT = 32;

/** A small chart without axes, ending today; the numbers are in the large chart. */
function Sparkline({ values }: { values: number[] | undefined }) {
  const largest = Math.max(1, ...(values ?? []));
  const count = values?.length ?? 0;
  const step = WIDTH / Math.max(12, count);
  const left = WIDTH - count * step;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 block h-8 w-full"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      {(values ?? []).map((value, index) => {
        const height = (value / largest) * (HEIGHT - 2);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in time is the bar's identity
            key={index}
            x={left + index * step + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
            className="fill-bar"
          />
        );
      })}
    </svg>
  );
}
