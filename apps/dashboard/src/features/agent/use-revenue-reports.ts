"use client";

import { REVENUE_PAGE } from "@agent-registry/protocol/limits";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { toFirstReports } from "./revenue-query.ts";

/**
 * An agent's reports, newest first. The API counts from the oldest and limits how many it gives at once, so
 * the part that holds a page is counted from the end. Nearly every agent's reports fit into the first answer.
 */
export function useRevenueReports({
  id,
  page,
  pageSize,
  isEmpty,
}: {
  id: string;
  page: number;
  pageSize: number;
  /** Known from the record to have no reports: nothing is asked. */
  isEmpty: boolean;
}) {
  const limit = REVENUE_PAGE.max;
  const first = useResource(isEmpty ? null : toFirstReports(id));
  const total = first.data?.total ?? 0;

  const end = Math.max(0, total - Math.floor(((page - 1) * pageSize) / limit) * limit);
  const offset = Math.max(0, end - limit);
  const isInFirst = offset === 0 && total <= limit;
  const later = useResource(
    first.data === undefined || isInFirst ? null : resources.revenue({ id, limit, offset }),
    {
      keepPrevious: true,
    },
  );

  const shown = isInFirst ? first : later;
  const reports = isEmpty
    ? []
    : first.data === undefined
      ? undefined
      : shown.data?.data.slice(0, end - offset).toReversed();
  const from = ((page - 1) * pageSize) % limit;
  return {
    total,
    reports,
    pageReports: reports?.slice(from, from + pageSize),
    failure: first.error === null ? later : first,
  };
}
