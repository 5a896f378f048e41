"use client";

import type { RevenueAggregateResponse, RevenueTimelineResponse } from "@agent-registry/protocol";
import { type Interval, resources } from "../../api/resources.ts";
import { REFRESH_MS, type ResourceState, useResource } from "../../api/use-resource.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote, SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCounted } from "../../shared/text/format-number.ts";
import { Currency, CurrencyList } from "../../shared/text/money.tsx";
import { RefreshedNote } from "../../shared/time/time-ago.tsx";
import { Choice, useUrlState } from "../../shared/url-state/url-state.tsx";
import { CategoryChart } from "./category-chart.tsx";
import { CurrencyCards } from "./currency-cards.tsx";
import { ChartPlaceholder, RevenueChart } from "./revenue-chart.tsx";
import { formatCurrencies, INTERVALS, parseRevenueView, type RevenueView } from "./revenue-view.ts";
import { toCurrencyBuckets } from "./time-buckets.ts";
import { TopEarners } from "./top-earners.tsx";

export function RevenuePage() {
  const state = useResource(resources.revenueAggregate, { refreshMs: REFRESH_MS });
  const { data } = state;
  return (
    <>
      <PageTitle
        lead={
          data === undefined ? (
            state.error === null ? (
              <SkeletonSentence shape="000 reports in 0 currencies, as the agents filed them. Currencies are never added up." />
            ) : null
          ) : (
            <>
              {formatCounted(data.totalReports, "report")} in {formatCurrencies(data.byCurrency)}, as the
              agents filed them. Currencies are never added up.
            </>
          )
        }
      >
        Revenue
      </PageTitle>
      {data === undefined ? (
        state.error === null ? (
          // As tall as the screen, so that the footer is not seen to move when the content comes.
          <div className="min-h-dvh">
            <LoadingNote what="revenue" />
            <div className="card p-6">
              <ChartPlaceholder />
            </div>
          </div>
        ) : (
          <ErrorState state={state} />
        )
      ) : data.totalReports === 0 ? (
        <div className="card p-6">
          <p className="font-serif text-xl">Nothing reported yet</p>
          <p className="mt-1 text-muted">The first revenue report of an agent appears here.</p>
        </div>
      ) : (
        <Ready aggregate={data} />
      )}
      <div className="mt-3">
        <RefreshedNote refreshedAtMs={state.refreshedAtMs} asOfMs={state.asOfMs} />
      </div>
      {data === undefined ? null : <StaleNotice state={state} />}
    </>
  );
}

function Ready({ aggregate }: { aggregate: RevenueAggregateResponse }) {
  const { params } = useUrlState();
  const view = parseRevenueView({ params, byCurrency: aggregate.byCurrency });
  const timeline = useResource(resources.revenueTimeline(view.interval), {
    refreshMs: REFRESH_MS,
    keepPrevious: true,
  });
  return (
    <CurrencyList currencies={Object.keys(aggregate.byCurrency)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CurrencyCards byCurrency={aggregate.byCurrency} timeline={timeline} chosen={view.currency} />
        <OverTime timeline={timeline} view={view} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <CategoryChart currency={view.currency} />
          <TopEarners currency={view.currency} />
        </div>
      </div>
    </CurrencyList>
  );
}

const BARS: Record<Interval, number> = { day: 60, week: 52, month: 36 };
const LABELS: Record<Interval, string> = { day: "Days", week: "Weeks", month: "Months" };

type Props = {
  timeline: ResourceState<RevenueTimelineResponse>;
  view: RevenueView;
};

function OverTime({ timeline, view }: Props) {
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
            buckets={toCurrencyBuckets(data, {
              currency: view.currency,
              limit: BARS[data.interval],
              nowMs: timeline.asOfMs,
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
