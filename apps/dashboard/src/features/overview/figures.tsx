import type { DetailedStatsResponse, RevenueAggregateResponse } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { formatCents } from "../../shared/format-money.ts";
import { formatCount, formatCounted, formatRate } from "../../shared/format-number.ts";
import { Currency, Money } from "../../shared/money.tsx";
import { Skeleton } from "../../shared/skeleton.tsx";
import { rankCurrencies } from "../revenue/rank-currencies.ts";

type Props = { stats: DetailedStatsResponse | undefined; revenue: RevenueAggregateResponse | undefined };

/** How many further currencies fit below the first. */
const FURTHER_CURRENCIES = 3;

/** The three figures that say most, each with what it is made of. */
export function Figures({ stats, revenue }: Props) {
  const [first, ...further] = stats === undefined ? [] : rankCurrencies(stats.totalRevenue);
  const shown = further.slice(0, FURTHER_CURRENCIES);
  const hidden = further.length - shown.length;
  return (
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
        label={revenue ? `Revenue in ${formatCounted(revenue.totalReports, "report")}` : "Revenue reported"}
        value={
          stats &&
          (first === undefined ? (
            "none yet"
          ) : (
            <>
              {formatCents(first.cents)}{" "}
              <span className="text-lg">
                <Currency code={first.currency} />
              </span>
            </>
          ))
        }
        note={
          stats && (
            <>
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
  );
}

function Figure({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className="card min-w-0 px-6 py-5">
      <h2 className="font-sans text-xs font-normal tracking-normal text-muted">{label}</h2>
      <p className="truncate py-1 font-serif text-3xl tracking-[-0.01em]">
        {value ?? <Skeleton className="w-32" />}
      </p>
      <p className="min-h-5 text-xs text-muted">
        {value === undefined ? <Skeleton className="w-40" /> : note}
      </p>
    </div>
  );
}
