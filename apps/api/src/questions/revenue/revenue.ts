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
import { parseQuery } from "../../http/parse-request.ts";
import { type Concern, defineQuestion, type Question } from "../../http/question.ts";
import type { Pace } from "../../index/at-block.ts";
import { HAFTUNGSPERSON, WALLET } from "../shared/examples.ts";
import { toJsonSum, toJsonSums } from "../shared/to-json-sum.ts";
import { type Earner, readRevenueTotals, readTimeline, readTopEarners } from "./read-revenue.ts";

const common = {
  keptMs: CACHE_TTL_MS.revenueAggregate,
  concerns: (): Concern => "all",
  pace: (): Pace => "slow",
};
const commonDoc = { tag: "Revenue" } as const;
const description = "Cached for 5 minutes";

const aggregate = defineQuestion({
  ...common,
  path: "/revenue/aggregate",
  parse: (c): RevenueAggregateQuery => parseQuery(c, RevenueAggregateQuery),
  read: ({ db }, { currency }) => readRevenueTotals(db, currency),
  answer({ totalReports, totalAmount, byCurrency, byCategory }) {
    const body: RevenueAggregateResponse = {
      totalReports,
      totalAmount: toJsonSum(totalAmount),
      byCurrency: toJsonSums(byCurrency),
      byCategory: toJsonSums(byCategory),
    };
    return { body };
  },
  schemas: { RevenueAggregate: RevenueAggregateResponse },
  doc: {
    ...commonDoc,
    operationId: "getRevenueAggregate",
    summary: "Revenue totals over all agents",
    description: "Amounts are whole cents. `totalAmount` sums over all currencies.",
    query: RevenueAggregateQuery,
    responses: {
      200: {
        description,
        schema: RevenueAggregateResponse,
        example: {
          totalReports: 1,
          totalAmount: 125_000,
          byCurrency: { USDC: 125_000 },
          byCategory: { research: 125_000 },
        } satisfies RevenueAggregateResponse,
      },
    },
  },
});

const timeline = defineQuestion({
  ...common,
  path: "/revenue/timeline",
  parse: (c): TimelineQuery => parseQuery(c, TimelineQuery),
  read: ({ db }, asked) => readTimeline(db, asked),
  answer(rows, { interval }) {
    const data = rows.map(({ start, currency, amount, reports }) => {
      return { start: toTimestamp(start), currency, amount: toJsonSum(amount), reports };
    });
    const body: RevenueTimelineResponse = { interval, data };
    return { body };
  },
  schemas: { RevenueTimeline: RevenueTimelineResponse },
  doc: {
    ...commonDoc,
    operationId: "getRevenueTimeline",
    summary: "Revenue over time, by currency",
    description:
      "By when it was reported, in UTC; weeks start on Monday. Intervals without reports are left out.",
    query: TimelineQuery,
    responses: {
      200: {
        description,
        schema: RevenueTimelineResponse,
        example: {
          interval: "day",
          data: [{ start: "2026-02-28T00:00:00.000Z", currency: "USDC", amount: 125_000, reports: 1 }],
        } satisfies RevenueTimelineResponse,
      },
    },
  },
});

const top = defineQuestion({
  ...common,
  path: "/revenue/top",
  parse: (c): TopEarnersQuery => parseQuery(c, TopEarnersQuery),
  read: ({ db }, asked) => readTopEarners(db, asked),
  answer(found, { currency = "", limit }) {
    const data = found?.earners.map(toEarner) ?? [];
    const body: TopEarnersResponse = { currency: found?.currency ?? currency, limit, data };
    return { body };
  },
  schemas: { TopEarners: TopEarnersResponse },
  doc: {
    ...commonDoc,
    operationId: "listTopEarners",
    summary: "The agents that reported most in one currency",
    query: TopEarnersQuery,
    responses: {
      200: {
        description,
        schema: TopEarnersResponse,
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
        } satisfies TopEarnersResponse,
      },
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
