"use client";

import type { RevenueReport } from "@agent-registry/protocol";
import { REVENUE_PAGE } from "@agent-registry/protocol/limits";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { usePrinting } from "../../shared/page/use-browser-state.ts";
import { formatCounted } from "../../shared/text/format-number.ts";
import { Currency, CurrencyList, Money } from "../../shared/text/money.tsx";
import { formatPeriod, isNever } from "../../shared/time/format-time.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Pagination } from "../../shared/url-state/pagination.tsx";
import { Choice, useUrlState } from "../../shared/url-state/url-state.tsx";
import { ChartPlaceholder, RevenueChart } from "../revenue/revenue-chart.tsx";
import { chooseInterval, toBuckets } from "../revenue/time-buckets.ts";
import { PrintNote } from "./print-note.tsx";
import {
  parseReportsView,
  REPORTS_PAGE_SIZE,
  toFirstReports,
  toLaterReports,
  toReportsPart,
} from "./revenue-query.ts";

const MOST_BARS = 40;

/** What the agent reported to have earned: a chart of one currency, and every report. */
export function AgentRevenue({ id, lastReport }: { id: string; lastReport: string }) {
  const { page: asked, currency: chosen } = parseReportsView(useUrlState().params);
  const { total, page, reports, pageReports, failure } = useRevenueReports({
    id,
    page: asked,
    isEmpty: isNever(lastReport),
  });
  // Paper has no pages to turn: all loaded reports are listed.
  const listed = usePrinting() ? reports : pageReports;

  const currencies = [...new Set(reports?.map(({ currency }) => currency))];
  const currency = currencies.find((name) => name === chosen) ?? currencies[0];
  const amounts = (reports ?? [])
    .filter((report) => report.currency === currency)
    .map((report) => ({ ms: Date.parse(report.reportedAt), cents: report.amount }));
  const interval = chooseInterval(amounts);

  return (
    <Card
      title="Revenue"
      isLong
      aside={
        total === 0 ? null : (
          <span className="text-xs text-muted">
            {formatCounted(total, "report")}, the last <TimeAgo iso={lastReport} />
          </span>
        )
      }
    >
      {failure.error !== null && reports === undefined ? (
        <ErrorState state={failure} />
      ) : reports === undefined ? (
        <ChartPlaceholder />
      ) : total === 0 ? (
        <p className="text-muted">This agent has reported no revenue.</p>
      ) : (
        <CurrencyList currencies={currencies}>
          {currencies.length > 1 && currency !== undefined ? (
            <div className="mb-3">
              <Choice
                label="Currency"
                value={currency}
                options={currencies}
                toChanges={(name) => ({ currency: name })}
                render={(name) => <Currency code={name} />}
              />
            </div>
          ) : null}
          {currency === undefined ? null : (
            <div className="print:hidden">
              <RevenueChart
                buckets={toBuckets({ amounts, interval, limit: MOST_BARS })}
                currency={currency}
                interval={interval}
              />
            </div>
          )}
          <div className="mt-5">
            <RegisterTable
              caption="Revenue reports, newest first"
              columns={COLUMNS}
              rows={listed}
              placeholders={REPORTS_PAGE_SIZE}
              getRowId={(report, index) => `${report.reportedAt}-${index}`}
            />
            <PrintNote shown={listed?.length ?? 0} total={total} what="reports" />
          </div>
          {total <= REPORTS_PAGE_SIZE ? null : (
            <Pagination
              page={page}
              totalPages={Math.ceil(total / REPORTS_PAGE_SIZE)}
              total={total}
              pageSize={REPORTS_PAGE_SIZE}
              parameter="reports"
            />
          )}
        </CurrencyList>
      )}
    </Card>
  );
}

/** An agent's reports, newest first. Nearly every agent's reports fit into the first answer. */
function useRevenueReports({
  id,
  page: asked,
  isEmpty,
}: {
  id: string;
  page: number;
  /** Known from the record to have no reports: nothing is asked. */
  isEmpty: boolean;
}) {
  const first = useResource(isEmpty ? null : toFirstReports(id));
  const total = first.data?.total ?? 0;
  const { page, offset, end, isFirst } = toReportsPart({ total, page: asked });
  const later = useResource(first.data === undefined ? null : toLaterReports({ id, total, page }), {
    keepPrevious: true,
  });

  const shown = isFirst ? first : later;
  const reports = isEmpty
    ? []
    : first.data === undefined
      ? undefined
      : shown.data?.data.slice(0, end - offset).toReversed();
  const from = ((page - 1) * REPORTS_PAGE_SIZE) % REVENUE_PAGE.max;
  return {
    total,
    page,
    reports,
    pageReports: reports?.slice(from, from + REPORTS_PAGE_SIZE),
    failure: first.error === null ? later : first,
  };
}

const COLUMNS: RegisterColumn<RevenueReport>[] = [
  {
    header: "Period",
    className: "max-md:order-3",
    skeleton: "w-36",
    cell: (report) => formatPeriod({ start: report.periodStart, end: report.periodEnd }),
  },
  {
    header: "Category",
    className: "max-md:order-1",
    skeleton: "w-28",
    cell: (report) => (
      <bdi className="block truncate" title={toVisibleName(report.category)}>
        {toVisibleName(report.category)}
      </bdi>
    ),
  },
  {
    header: "Reported",
    className: "md:w-36 max-md:order-4 max-md:text-right max-md:text-muted",
    skeleton: "w-20",
    cell: (report) => <TimeAgo iso={report.reportedAt} />,
  },
  {
    header: "Amount",
    className: "md:w-48 text-right max-md:order-2 max-md:max-w-[46vw]",
    skeleton: "w-24",
    cell: (report) => <Money cents={report.amount} currency={report.currency} />,
  },
];
