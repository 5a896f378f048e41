import { type Filing, HistoryQuery, HistoryResponse } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { toFiling } from "../../index/read/to-filing.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { filed, record, registration, report } from "../shared/examples.ts";

type Asked = HistoryQuery & { agentId: number };

/** Every change of an agent's record. Not cached, so that a new filing shows at once. */
export const history = defineQuestion({
  path: "/agent/:id/history",
  query: HistoryQuery,
  response: HistoryResponse,
  read: ({ db }, asked) => readHistoryPage(db, asked),
  answer: ({ total, filings }, { limit, offset }) => ({ body: { total, offset, limit, data: filings } }),
  schemas: { FilingList: HistoryResponse },
  doc: {
    operationId: "listHistory",
    tag: "Agents",
    summary: "Every change of an agent's record, with block, transaction, actor and reason",
    example: {
      total: 2,
      offset: 0,
      limit: 100,
      data: [
        registration,
        { ...filed, timestamp: record.lastRevenueReport, kind: "revenue-reported", ...report },
      ],
    },
  },
});

/**
 * Filings are numbered per agent, so a page is a range of numbers, and a late one costs no more. Undefined for an
 * unknown agent.
 */
export async function readHistoryPage(
  db: Kysely<IndexSchema>,
  { agentId, limit, offset, order }: Asked,
): Promise<{ total: number; filings: Filing[] } | undefined> {
  const agent = await db
    .selectFrom("agents")
    .select("filing_count")
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  if (agent === undefined) return undefined;
  const total = agent.filing_count;
  const first = order === "asc" ? offset : total - offset - limit;
  const rows = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("position", ">=", first)
    .where("position", "<", first + limit)
    .orderBy("position", order)
    .execute();
  return { total, filings: rows.map(toFiling) };
}
