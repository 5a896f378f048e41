import {
  CACHE_TTL_MS,
  RevenueAggregateQuery,
  RevenueAggregateResponse,
  RevenueTimelineResponse,
  TimelineQuery,
  TopEarnersQuery,
  TopEarnersResponse,
  toTimestamp,
} from "@agent-registry/protocol";
import { defineQuestion, type Question } from "../../http/question.ts";
import type { Pace } from "../../index/at-block.ts";
import { HAFTUNGSPERSON, WALLET } from "../shared/examples.ts";
import { toJsonSum, toJsonSums } from "../shared/to-json-sum.ts";
import { type Earner, readRevenueTotals, readTimeline, readTopEarners } from "./read-revenue.ts";

const common = {
  keptMs: CACHE_TTL_MS.revenueAggregate,
  pace: (): Pace => "slow",
};

const aggregate = defineQuestion({
  ...common,
  path: "/revenue/aggregate",
  query: RevenueAggregateQuery,
  response: RevenueAggregateResponse,
  read: ({ db }, { currency }) => readRevenueTotals(db, currency),
  answer: ({ totalReports, totalAmount, byCurrency, byCategory }) => ({
    body: {
      totalReports,
      totalAmount: toJsonSum(totalAmount),
      byCurrency: toJsonSums(byCurrency),
      byCategory: toJsonSums(byCategory),
    },
  }),
  schemas: { RevenueAggregate: RevenueAggregateResponse },
  doc: {
    operationId: "getRevenueAggregate",
    tag: "Revenue",
    summary: "Revenue totals over all agents",
    description: "Amounts are whole cents. `totalAmount` sums over all currencies.",
    example: {
      totalReports: 1,
      totalAmount: 125_000,
      byCurrency: { USDC: 125_000 },
      byCategory: { research: 125_000 },
    },
  },
});

const timeline = defineQuestion({
  ...common,
  path: "/revenue/timeline",
  query: TimelineQuery,
  response: RevenueTimelineResponse,
  read: ({ db }, asked) => readTimeline(db, asked),
  answer(rows, { interval }) {
    const data = rows.map(({ start, currency, amount, reports }) => {
      return { start: toTimestamp(start), currency, amount: toJsonSum(amount), reports };
    });
    return { body: { interval, data } };
  },
  schemas: { RevenueTimeline: RevenueTimelineResponse },
  doc: {
    operationId: "getRevenueTimeline",
    tag: "Revenue",
    summary: "Revenue over time, by currency",
    description:
      "By when it was reported, in UTC; weeks start on Monday. Intervals without reports are left out.",
    example: {
      interval: "day",
      data: [{ start: "2026-02-28T00:00:00.000Z", currency: "USDC", amount: 125_000, reports: 1 }],
    },
  },
});

const top = defineQuestion({
  ...common,
  path: "/revenue/top",
  query: TopEarnersQuery,
  response: TopEarnersResponse,
  read: ({ db }, asked) => readTopEarners(db, asked),
  answer: ({ currency, earners }, { limit }) => ({
    body: { currency, limit, data: earners.map(toEarner) },
  }),
  schemas: { TopEarners: TopEarnersResponse },
  doc: {
    operationId: "listTopEarners",
    tag: "Revenue",
    summary: "The agents that reported most in one currency",
    example: {
      currency: "USDC",
      limit: 10,
      data: [
        {
          agentId: 1,
          agentWallet: WALLET,
          haftungsperson: HAFTUNGSPERSON,
          operationalScope: "Market research",
          status: "Active",
          amount: 125_000,
          reports: 1,
        },
      ],
    },
  },
});

function toEarner({ amount, reports, ...agent }: Earner): TopEarnersResponse["data"][number] {
  const { agentId, agentWallet, haftungsperson, operationalScope, status } = agent;
  const record = { agentId, agentWallet, haftungsperson, operationalScope, status };
  return { ...record, amount: toJsonSum(amount), reports };
}

/** What all agents have reported: in sum, over time, and who reported most. */
export const revenue: readonly Question[] = [aggregate, timeline, top];
