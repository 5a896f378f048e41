import {
  CACHE_TTL_MS,
  RevenueAggregateQuery,
  type RevenueAggregateResponse,
  type RevenueTimelineResponse,
  TimelineQuery,
  TopEarnersQuery,
  type TopEarnersResponse,
  toTimestamp,
} from "@agent-registry/protocol";
import { Hono } from "hono";
import { toEarner } from "../serializers/to-earner.ts";
import { toJsonSum, toJsonSums } from "../serializers/to-json-sum.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

export function revenueRoutes({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  async function getAggregate({ currency }: RevenueAggregateQuery): Promise<RevenueAggregateResponse> {
    const { totalReports, totalAmount, byCurrency, byCategory } = await reader.getRevenueTotals(currency);
    return {
      totalReports,
      totalAmount: toJsonSum(totalAmount),
      byCurrency: toJsonSums(byCurrency),
      byCategory: toJsonSums(byCategory),
    };
  }

  async function getTimeline({ interval, limit }: TimelineQuery): Promise<RevenueTimelineResponse> {
    const rows = await reader.getRevenueTimeline({ interval, limit });
    const data = rows.map(({ start, currency, amount, reports }) => {
      return { start: toTimestamp(start), currency, amount: toJsonSum(amount), reports };
    });
    return { interval, data };
  }

  async function getTop({ currency, limit }: TopEarnersQuery): Promise<TopEarnersResponse> {
    const found = await reader.getTopEarners({ ...(currency === undefined ? {} : { currency }), limit });
    return { currency: found?.currency ?? currency ?? "", limit, data: found?.earners.map(toEarner) ?? [] };
  }

  const ttlMs = CACHE_TTL_MS.revenueAggregate;
  return new Hono()
    .get("/revenue/aggregate", (c) => {
      const query = parseQuery(c, RevenueAggregateQuery);
      const key = `revenue/aggregate/${JSON.stringify(query)}`;
      return responses.cachedJson(c, { key, ttlMs, isSlow: true, produce: () => getAggregate(query) });
    })
    .get("/revenue/timeline", (c) => {
      const query = parseQuery(c, TimelineQuery);
      const key = `revenue/timeline/${JSON.stringify(query)}`;
      return responses.cachedJson(c, { key, ttlMs, isSlow: true, produce: () => getTimeline(query) });
    })
    .get("/revenue/top", (c) => {
      const query = parseQuery(c, TopEarnersQuery);
      const key = `revenue/top/${JSON.stringify(query)}`;
      return responses.cachedJson(c, { key, ttlMs, isSlow: true, produce: () => getTop(query) });
    });
}
