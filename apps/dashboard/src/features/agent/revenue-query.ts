import { REVENUE_PAGE } from "@agent-registry/protocol/limits";
import { resources } from "../../api/resources.ts";
import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";

export const REPORTS_PAGE_SIZE = 10;

/** The page of reports and the chart's currency that the address bar asks for. */
export function parseReportsView(params: Pick<URLSearchParams, "get">) {
  return { page: parsePageNumber(params.get("reports")), currency: params.get("currency") };
}

/** The oldest reports; nearly every agent has no more. */
export function toFirstReports(id: string) {
  return resources.revenue({ id, limit: REVENUE_PAGE.max, offset: 0 });
}

/**
 * Which reports a page is taken from. Pages count from the newest, but the API counts from the oldest and limits how many
 * it gives at once. So the part is counted from the end. Of a page beyond the last, the last is meant.
 */
export function toReportsPart({ total, page: asked }: { total: number; page: number }) {
  const limit = REVENUE_PAGE.max;
  const page = Math.min(asked, Math.max(1, Math.ceil(total / REPORTS_PAGE_SIZE)));
  const end = Math.max(0, total - Math.floor(((page - 1) * REPORTS_PAGE_SIZE) / limit) * limit);
  const offset = Math.max(0, end - limit);
  return { page, offset, end, isFirst: offset === 0 && total <= limit };
}

/** The answer that holds such a part, unless the first one does. */
export function toLaterReports({ id, ...place }: { id: string; total: number; page: number }) {
  const { offset, isFirst } = toReportsPart(place);
  return isFirst ? null : resources.revenue({ id, limit: REVENUE_PAGE.max, offset });
}
