import { AGENT_STATUSES, type AgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { fromStoredAmount } from "../amounts.ts";
import { ATTESTATION_WIDTHS, toCategoryKind } from "../counter-keys.ts";
import type { RevenueTotals, Totals } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";

export async function readTotals(db: Kysely<IndexSchema>): Promise<Totals> {
  const rows = await db.selectFrom("agent_counts").selectAll().execute();
  const byName = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => [row.name, row.agents] as const);
  const statuses = new Map(byName("status"));
  const byStatus = Object.fromEntries(
    AGENT_STATUSES.map((status, i) => [status, statuses.get(String(i)) ?? 0]),
  ) as Record<AgentStatus, number>;
  const totalAgents = [...statuses.values()].reduce((sum, agents) => sum + agents, 0);
  return { totalAgents, byStatus, byGeneration: Object.fromEntries(byName("generation")) };
}

/** Sums the wide steps first; each narrower level counts what lies before the first step of the wider one. */
export async function countAttestedSince(db: Kysely<IndexSchema>, since: number): Promise<number> {
  const levels = ATTESTATION_WIDTHS.map((width, i) => {
    const wider = ATTESTATION_WIDTHS[i - 1];
    return {
      width,
      from: Math.ceil(since / width) * width,
      before: wider === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(since / wider) * wider,
    };
  });
  const rows = await db
    .selectFrom("attestation_counts")
    .select((eb) => eb.fn.sum<number | string | null>("agents").as("agents"))
    .where((eb) =>
      eb.or(
        levels.map(({ width, from, before }) =>
          eb.and([eb("width", "=", width), eb("start", ">=", from), eb("start", "<", before)]),
        ),
      ),
    )
    .execute();
  return Number(rows[0]?.agents ?? 0);
}

/** Of all reports, or of those in one currency. */
export async function readRevenueTotals(db: Kysely<IndexSchema>, currency?: string): Promise<RevenueTotals> {
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
