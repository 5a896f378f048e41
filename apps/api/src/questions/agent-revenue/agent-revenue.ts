import {
  RevenuePageQuery,
  RevenueReportSchema,
  RevenueResponse,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { type FilingData, parseFiling } from "../../index/filing-data.ts";
import { toReport } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { readNumbered } from "../history/history.ts";
import { record, report } from "../shared/examples.ts";

type Asked = RevenuePageQuery & { agentId: number };

/** What an agent has reported. Not cached, so that a new report shows at once. */
export const agentRevenue = defineQuestion({
  path: "/agent/:id/revenue",
  query: RevenuePageQuery,
  response: RevenueResponse,
  read: ({ db }, asked) => readRevenuePage(db, asked),
  answer: ({ total, reports }, { limit, offset }) => ({ body: { total, offset, limit, data: reports } }),
  schemas: { RevenueReport: RevenueReportSchema, RevenueReportList: RevenueResponse },
  doc: {
    operationId: "listRevenueReports",
    tag: "Revenue",
    summary: "An agent's revenue reports, oldest first",
    example: {
      total: 1,
      offset: 0,
      limit: 100,
      data: [{ ...report, reportedAt: record.lastRevenueReport }],
    },
  },
});

export async function readRevenuePage(db: Kysely<IndexSchema>, asked: Asked) {
  const numbering = { count: "report_count", place: "report_position" } as const;
  const found = await readNumbered(db, numbering, { ...asked, order: "asc" });
  if (found === undefined) return undefined;
  const reports = found.rows.map((row) => ({
    ...toReport(parseFiling(row).data as FilingData["revenue-reported"]),
    reportedAt: toTimestamp(row.timestamp),
  }));
  return { total: found.total, reports };
}
