"use client";

import type { RevenueTimelineResponse } from "@agent-registry/protocol";
import type { Interval } from "../../api/resources.ts";
import type { ResourceState } from "../../api/use-resource.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { Currency } from "../../shared/text/money.tsx";
import { Choice } from "../../shared/url-state/url-state.tsx";
import { ChartPlaceholder, RevenueChart } from "./revenue-chart.tsx";
import { INTERVALS, type RevenueView } from "./revenue-view.ts";
import { toBuckets, toTimeRange } from "./time-buckets.ts";

const BARS: Record<Interval, number> = { day: 60, week: 52, month: 36 };
const LABELS: Record<Interval, string> = { day: "Days", week: "Weeks", month: "Months" };

type Props = {
  timeline: ResourceState<RevenueTimelineResponse>;
  view: RevenueView;
};

export function OverTime({ timeline, view }: Props) {
  const { data } = timeline;
  return (
    <Card
      title="Over time"
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-sm text-muted">
            reported, in <Currency code={view.currency} />
          </span>
          <Choice
            label="Interval"
            value={view.interval}
            options={INTERVALS}
            toChanges={(interval) => ({ interval: interval === "week" ? null : interval })}
            render={(interval) => LABELS[interval]}
          />
        </div>
      }
    >
      {data !== undefined ? (
        <div className={timeline.isPrevious ? "opacity-60" : ""} aria-busy={timeline.isPrevious}>
          <RevenueChart
            buckets={toBuckets({
              amounts: data.data
                .filter(({ currency }) => currency === view.currency)
                .map(({ start, amount }) => ({ ms: Date.parse(start), cents: amount })),
              interval: data.interval,
              limit: BARS[data.interval],
              range: toTimeRange({ points: data.data, nowMs: timeline.asOfMs }),
            })}
            currency={view.currency}
            interval={data.interval}
          />
        </div>
      ) : timeline.error !== null ? (
        <ErrorState state={timeline} />
      ) : (
        <ChartPlaceholder />
      )}
    </Card>
  );
}
