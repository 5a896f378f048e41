"use client";

import { Card } from "../../shared/card.tsx";
import { Choice } from "../../shared/choice.tsx";
import { Currency } from "../../shared/currency.tsx";
import { CurrencyList } from "../../shared/currency-list.tsx";
import { ErrorState } from "../../shared/error-state.tsx";
import { formatCounted } from "../../shared/format-number.ts";
import { isNever } from "../../shared/format-time.ts";
import { Pagination } from "../../shared/pagination.tsx";
import { TimeAgo } from "../../shared/time-ago.tsx";
import { usePrinting } from "../../shared/use-printing.ts";
import { useUrlState } from "../../shared/use-url-state.ts";
import { ChartPlaceholder, RevenueChart } from "../revenue/revenue-chart.tsx";
import { chooseInterval, toBuckets } from "../revenue/time-buckets.ts";
import { PrintNote } from "./print-note.tsx";
import { ReportsTable } from "./reports-table.tsx";
import { parseReportsView, REPORTS_PAGE_SIZE } from "./revenue-query.ts";
import { useRevenueReports } from "./use-revenue-reports.ts";

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
            <ReportsTable reports={listed} placeholders={REPORTS_PAGE_SIZE} />
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
