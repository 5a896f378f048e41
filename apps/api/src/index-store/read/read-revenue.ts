import type { TIMELINE_INTERVALS } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { fromStoredAmount } from "../amounts.ts";
import type { IndexedAgent } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

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

type TopEarners = { currency: string; earners: (IndexedAgent & { amount: bigint; reports: number })[] };

export async function readTopEarners(
  db: Kysely<IndexSchema>,
  query: { currency?: string; limit: number },
): Promise<TopEarners | undefined> {
  const stored = query.currency === undefined ? await findMainCurrency(db) : toStoredText(query.currency);
  if (stored === undefined) return undefined;
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
