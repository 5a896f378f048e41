import type { TIMELINE_INTERVALS } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { fromStoredAmount, toCategoryKind } from "../../index/counter-keys.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { fromStoredText, toStoredText } from "../../index/stored-values.ts";

/** The newest intervals that have reports, oldest first. */
export async function readTimeline(
  db: Kysely<IndexSchema>,
  { interval, limit }: { interval: (typeof TIMELINE_INTERVALS)[number]; limit: number },
) {
  const newest = db
    .selectFrom("revenue_periods")
    .select("start")
    .distinct()
    .where("period", "=", interval)
    .orderBy("start", "desc")
    .limit(limit);
  const rows = await db
    .selectFrom("revenue_periods")
    .selectAll()
    .where("period", "=", interval)
    .where("start", "in", newest)
    .orderBy("start")
    .orderBy("currency")
    .execute();
  return rows.map((row) => ({
    start: row.start,
    currency: fromStoredText(row.currency),
    amount: fromStoredAmount(row.amount),
    reports: row.reports,
  }));
}

export type Earner = IndexedAgent & { amount: bigint; reports: number };

/** Highest first, ties by id. Without a currency: the one with most reports, `""` if there are none at all. */
export async function readTopEarners(
  db: Kysely<IndexSchema>,
  query: { currency?: string | undefined; limit: number },
): Promise<{ currency: string; earners: Earner[] }> {
  const stored = query.currency === undefined ? await findMainCurrency(db) : toStoredText(query.currency);
  if (stored === undefined) return { currency: "", earners: [] };
  const rows = await db
    .selectFrom("agent_revenue")
    .innerJoin("agents", "agents.agent_id", "agent_revenue.agent_id")
    .selectAll("agents")
    .select(["agent_revenue.amount", "agent_revenue.reports"])
    .where("agent_revenue.currency", "=", stored)
    .orderBy("agent_revenue.amount", "desc")
    .orderBy("agent_revenue.agent_id")
    .limit(query.limit)
    .execute();
  return {
    currency: fromStoredText(stored),
    earners: rows.map((row) => ({
      ...toIndexedAgent(row),
      amount: fromStoredAmount(row.amount),
      reports: row.reports,
    })),
  };
}

async function findMainCurrency(db: Kysely<IndexSchema>): Promise<string | undefined> {
  const row = await db
    .selectFrom("revenue_totals")
    .select("name")
    .where("kind", "=", "currency")
    .orderBy("reports", "desc")
    .orderBy("name")
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** Of all reports, or of those in one currency. */
export async function readRevenueTotals(db: Kysely<IndexSchema>, currency?: string) {
  const stored = currency === undefined ? undefined : toStoredText(currency);
  const categoryKind = stored === undefined ? "category" : toCategoryKind(stored);
  const rows = await db
    .selectFrom("revenue_totals")
    .selectAll()
    .where("kind", "in", ["currency", categoryKind])
    .orderBy("name")
    .execute();
  const currencies = rows.filter(({ kind, name }) => kind === "currency" && (stored ?? name) === name);
  const categories = rows.filter(({ kind }) => kind === categoryKind);
  return {
    totalReports: currencies.reduce((sum, row) => sum + row.reports, 0),
    totalAmount: currencies.reduce((sum, row) => sum + fromStoredAmount(row.amount), 0n),
    byCurrency: toRecord(currencies),
    byCategory: toRecord(categories),
  };
}

/** Names are free text, perhaps `__proto__`: `fromEntries` makes each an own property. */
function toRecord(rows: { name: string; amount: string }[]): Record<string, bigint> {
  return Object.fromEntries(rows.map((row) => [fromStoredText(row.name), fromStoredAmount(row.amount)]));
}
