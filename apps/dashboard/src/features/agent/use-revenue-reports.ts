"use client";

import { REVENUE_PAGE } from "@agent-registry/protocol/limits";
import { useResource } from "../../api/use-resource.ts";
import { REPORTS_PAGE_SIZE, toFirstReports, toLaterReports, toReportsPart } from "./revenue-query.ts";

/** An agent's reports, newest first. Nearly every agent's reports fit into the first answer. */
export function useRevenueReports({
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
