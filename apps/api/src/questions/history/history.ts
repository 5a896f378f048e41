import { HistoryQuery, HistoryResponse } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion } from "../../http/question.ts";
import { toFilings } from "../../index/read/to-filing.ts";
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
        {
          ...filed,
          timestamp: record.lastRevenueReport,
          kind: "revenue-reported",
          actorRole: "wallet",
          ...report,
        },
      ],
    },
  },
});

export async function readHistoryPage(db: Kysely<IndexSchema>, asked: Asked) {
  const found = await readNumbered(db, { count: "filing_count", place: "position" }, asked);
  return found && { total: found.total, filings: await toFilings(db, found.rows) };
}

type Numbering = { count: "filing_count" | "report_count"; place: "position" | "report_position" };

/**
 * Filings are numbered per agent, and reports among them once more, so a page is a range of numbers, and a late one costs no
 * more. Undefined for an unknown agent.
 */
export async function readNumbered(
  db: Kysely<IndexSchema>,
  { count, place }: Numbering,
  { agentId, limit, offset, order }: Asked,
) {
  const agent = await db
    .selectFrom("agents")
    .select(`${count} as total`)
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  if (agent === undefined) return undefined;
  const { total } = agent;
  const first = order === "asc" ? offset : total - offset - limit;
  const rows = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where(place, ">=", first)
    .where(place, "<", first + limit)
    .orderBy(place, order)
    .execute();
  return { total, rows };
}
