import {
  RevenuePageQuery,
  type RevenueReport,
  RevenueReportSchema,
  RevenueResponse,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { type FilingData, parseFiling } from "../../index/filing-data.ts";
import { toReport } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";
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

/** Reports are numbered per agent, as filings are. Undefined for an unknown agent. */
export async function readRevenuePage(
  db: Kysely<IndexSchema>,
  { agentId, limit, offset }: Asked,
): Promise<{ total: number; reports: RevenueReport[] } | undefined> {
  const agent = await db
    .selectFrom("agents")
    .select("report_count")
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  if (agent === undefined) return undefined;
  const rows = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("report_position", ">=", offset)
    .where("report_position", "<", offset + limit)
    .orderBy("report_position")
    .execute();
  const reports = rows.map((row) => ({
    ...toReport(parseFiling(row).data as FilingData["revenue-reported"]),
    reportedAt: toTimestamp(row.timestamp),
  }));
  return { total: agent.report_count, reports };
}
