import {
  AGENT_STATUSES,
  type AgentStatus,
  ATTESTATION_VALIDITY_SECONDS,
  CACHE_TTL_MS,
  ChainIdentity,
  DetailedStatsResponse,
  RECENT_REGISTRATIONS,
  RecentRegistrationSchema,
  StatsQuery,
  StatsResponse,
  toComplianceRate,
} from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { defineQuestion, type Question } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { ATTESTATION_WIDTHS } from "../../index/counter-keys.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { readRevenueTotals } from "../revenue/read-revenue.ts";
import { counts, recent } from "../shared/examples.ts";
import { toRecentRegistration } from "../shared/to-agent.ts";
import { toJsonSums } from "../shared/to-json-sum.ts";

const keptMs = CACHE_TTL_MS.stats;

const numberOfAgents = defineQuestion({
  path: "/stats",
  query: StatsQuery,
  response: StatsResponse,
  keptMs,
  // It says how many agents there are, and nothing of any of them.
  concerns: "nothing",
  read: async ({ db, chain }) => ({ ...(await readTotals(db)), chain }),
  answer({ totalAgents, chain }, { include }, register) {
    const hasChain = include !== undefined && chain !== undefined;
    return { body: { ...toStats(totalAgents, register), ...(hasChain ? { chainIdentity: chain } : {}) } };
  },
  schemas: { ChainIdentity, Stats: StatsResponse },
  doc: {
    operationId: "getStats",
    tag: "Statistics",
    summary: "Total number of agents",
    example: counts,
  },
});

const detailed = defineQuestion({
  path: "/stats/detailed",
  response: DetailedStatsResponse,
  keptMs,
  pace: () => "slow",
  read: async ({ db }, _, { now }) => ({
    totals: await readTotals(db),
    compliantCount: await countAttestedSince(db, now() - ATTESTATION_VALIDITY_SECONDS),
    revenue: await readRevenueTotals(db),
    recent: await readRecentRegistrations(db, RECENT_REGISTRATIONS),
  }),
  answer({ totals, compliantCount, revenue, recent }, _, register) {
    const { totalAgents, byStatus, byGeneration } = totals;
    const body = {
      ...toStats(totalAgents, register),
      statusDistribution: byStatus,
      generationDistribution: byGeneration,
      complianceRate: toComplianceRate({ compliant: compliantCount, total: totalAgents }),
      compliantCount,
      totalRevenue: toJsonSums(revenue.byCurrency),
      recentRegistrations: recent.map(toRecentRegistration),
    };
    return { body };
  },
  schemas: { RecentRegistration: RecentRegistrationSchema, DetailedStats: DetailedStatsResponse },
  doc: {
    operationId: "getDetailedStats",
    tag: "Statistics",
    summary: "Distributions, compliance rate, revenue and recent registrations",
    example: {
      ...counts,
      statusDistribution: { Active: 1, Suspended: 1, Revoked: 0, Terminated: 0 },
      generationDistribution: { "0": 1, "1": 1 },
      complianceRate: "50.0",
      compliantCount: 1,
      totalRevenue: { USDC: 125_000 },
      recentRegistrations: [recent],
    },
  },
});

/** The register as a whole. */
export const stats: readonly Question[] = [numberOfAgents, detailed];

function toStats(totalAgents: number, { registryAddress, rpcUrl }: Register): StatsResponse {
  return { totalAgents, registryAddress, chain: rpcUrl };
}

/** Newest first. */
export async function readRecentRegistrations(
  db: Kysely<IndexSchema>,
  limit: number,
): Promise<IndexedAgent[]> {
  const newest = db.selectFrom("agents").selectAll().orderBy("agent_id", "desc").limit(limit);
  return (await newest.execute()).map(toIndexedAgent);
}

export async function readTotals(db: Kysely<IndexSchema>) {
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

/**
 * Active agents whose last attestation is at or after this second. Sums the wide steps first; each narrower level counts what
 * lies before the first step of the wider one.
 */
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
