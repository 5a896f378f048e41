import type { DetailedStatsResponse, RevenueAggregateResponse } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import type { ResourceState } from "../../api/use-resource.ts";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { formatCount, formatCounted, formatRate } from "../../shared/text/format-number.ts";
import { Amount, Currency, CurrencyList, Money } from "../../shared/text/money.tsx";
import { formatCurrencies, rankCurrencies } from "../revenue/revenue-view.ts";

type Props = {
  stats: DetailedStatsResponse | undefined;
  revenue: Pick<ResourceState<RevenueAggregateResponse>, "data" | "error">;
};

/** How many further currencies fit below the first. */
const FURTHER_CURRENCIES = 3;

/** The three main figures, each with what it is made of. */
export function Figures({ stats, revenue }: Props) {
  const [first, ...further] = stats === undefined ? [] : rankCurrencies(stats.totalRevenue);
  const shown = further.slice(0, FURTHER_CURRENCIES);
  const hidden = further.length - shown.length;
  return (
    <CurrencyList currencies={Object.keys(stats?.totalRevenue ?? {})}>
      <div className="grid gap-5 md:grid-cols-3">
        <Figure
          label="Agents on record"
          value={stats && formatCount(stats.totalAgents)}
          note={stats && `${formatCount(stats.statusDistribution.Active ?? 0)} active`}
        />
        <Figure
          label="Active and compliant"
          value={stats && formatRate(stats.complianceRate)}
          note={
            stats &&
            `${formatCount(stats.compliantCount)} of ${formatCounted(stats.totalAgents, "agent")}, attested within 7 days`
          }
        />
        <Figure
          label="Revenue reported"
          noteHeight="min-h-10"
          value={
            stats &&
            (first === undefined ? (
              "none yet"
            ) : (
              <span className="flex flex-wrap items-baseline gap-x-2">
                <Amount cents={first.cents} />
                <span className="max-w-full min-w-0 text-lg text-muted">
                  <Currency code={first.currency} />
                </span>
              </span>
            ))
          }
          note={
            stats && (
              <>
                <span className="block min-h-5">
                  {revenue.data === undefined ? (
                    revenue.error === null ? (
                      <Skeleton className="w-40" />
                    ) : null
                  ) : (
                    `${formatCounted(revenue.data.totalReports, "report")} in ${formatCurrencies(revenue.data.byCurrency)}`
                  )}
                </span>
                {shown.map(({ currency, cents }, index) => (
                  <span key={currency}>
                    {index === 0 ? "" : " · "}
                    <Money cents={cents} currency={currency} />
                  </span>
                ))}
                {hidden > 0 ? ` · ${formatCount(hidden)} more` : ""}
              </>
            )
          }
        />
      </div>
    </CurrencyList>
  );
}

type FigureProps = {
  label: string;
  value: ReactNode;
  note: ReactNode;
  /** As high as the note will be, so that nothing moves when it comes. */
  noteHeight?: string;
};

function Figure({ label, value, note, noteHeight = "min-h-5" }: FigureProps) {
  return (
    <div className="card min-w-0 px-6 py-5">
      <h2 className="font-sans text-xs font-normal tracking-normal text-muted">{label}</h2>
      <p className="py-1 font-serif text-3xl tracking-[-0.01em]">{value ?? <Skeleton className="w-32" />}</p>
      <p className={`${noteHeight} text-xs text-muted`}>
        {value === undefined ? <Skeleton className="w-40" /> : note}
      </p>
    </div>
  );
}
