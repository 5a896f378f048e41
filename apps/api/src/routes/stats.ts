import {
  ATTESTATION_VALIDITY_SECONDS,
  CACHE_TTL_MS,
  type DetailedStatsResponse,
  RECENT_REGISTRATIONS,
  StatsQuery,
  type StatsResponse,
  toComplianceRate,
} from "@agent-registry/protocol";
import { Hono } from "hono";
import { toRecentRegistration } from "../serializers/to-agent.ts";
import { toJsonSums } from "../serializers/to-json-sum.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "freshness" | "registryAddress" | "rpcUrl">;

export function statsRoutes({ reader, responses, freshness, registryAddress, rpcUrl }: Deps) {
  const toStats = (totalAgents: number): StatsResponse => ({ totalAgents, registryAddress, chain: rpcUrl });

  async function getStats(include: StatsQuery["include"]): Promise<StatsResponse> {
    const { totalAgents } = await reader.getTotals();
    if (include === undefined) return toStats(totalAgents);
    const chainIdentity = await reader.findChainIdentity();
    return { ...toStats(totalAgents), ...(chainIdentity === undefined ? {} : { chainIdentity }) };
  }

  async function getDetailedStats(): Promise<DetailedStatsResponse> {
    const { totalAgents, byStatus, byGeneration } = await reader.getTotals();
    const compliantCount = await reader.countCompliant(freshness.now() - ATTESTATION_VALIDITY_SECONDS);
    const revenue = await reader.getRevenueTotals();
    const recent = await reader.getRecentRegistrations(RECENT_REGISTRATIONS);
    return {
      ...toStats(totalAgents),
      statusDistribution: byStatus,
      generationDistribution: byGeneration,
      complianceRate: toComplianceRate({ compliant: compliantCount, total: totalAgents }),
      compliantCount,
      totalRevenue: toJsonSums(revenue.byCurrency),
      recentRegistrations: recent.map(toRecentRegistration),
    };
  }

  const ttlMs = CACHE_TTL_MS.stats;
  return new Hono()
    .get("/stats", (c) => {
      const { include } = parseQuery(c, StatsQuery);
      const produce = () => getStats(include);
      return responses.cachedJson(c, { key: `stats/${include ?? ""}`, ttlMs, produce });
    })
    .get("/stats/detailed", (c) =>
      responses.cachedJson(c, { key: "stats/detailed", ttlMs, isSlow: true, produce: getDetailedStats }),
    );
}
