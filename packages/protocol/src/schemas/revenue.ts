/** What agents reported to have earned. */
import * as z from "zod/mini";
import { AgentSchema } from "./agents.ts";
import { CountSchema, OFFSET_PAGE, SumSchema, TimestampSchema } from "./common.ts";

export const RevenueReportSchema = z.object({
  amount: CountSchema,
  currency: z.string(),
  category: z.string(),
  periodStart: TimestampSchema,
  periodEnd: TimestampSchema,
  reportedAt: TimestampSchema,
});
export type RevenueReport = z.infer<typeof RevenueReportSchema>;

export const RevenueResponse = z.object({
  ...OFFSET_PAGE,
  data: z.array(RevenueReportSchema),
});
export type RevenueResponse = z.infer<typeof RevenueResponse>;

export const RevenueAggregateResponse = z.object({
  totalReports: CountSchema,
  totalAmount: SumSchema,
  byCurrency: z.record(z.string(), SumSchema),
  byCategory: z.record(z.string(), SumSchema),
});
export type RevenueAggregateResponse = z.infer<typeof RevenueAggregateResponse>;

export const TIMELINE_INTERVALS = ["day", "week", "month"] as const;

/** Revenue by when it was reported; never summed over currencies. Weeks start on Monday, all in UTC. */
export const RevenueTimelineResponse = z.object({
  interval: z.enum(TIMELINE_INTERVALS),
  data: z.array(
    z.object({ start: TimestampSchema, currency: z.string(), amount: SumSchema, reports: CountSchema }),
  ),
});
export type RevenueTimelineResponse = z.infer<typeof RevenueTimelineResponse>;

/** The agents that reported most in one currency. */
export const TopEarnersResponse = z.object({
  currency: z.string(),
  limit: CountSchema,
  data: z.array(
    z.extend(
      z.pick(AgentSchema, {
        agentId: true,
        agentWallet: true,
        haftungsperson: true,
        operationalScope: true,
        status: true,
      }),
      { amount: SumSchema, reports: CountSchema },
    ),
  ),
});
export type TopEarnersResponse = z.infer<typeof TopEarnersResponse>;
