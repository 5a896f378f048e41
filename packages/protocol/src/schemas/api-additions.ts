/** Answers of the routes that we add to the specified ones. */
import { z } from "zod";
import { AgentSchema } from "./api.ts";
import {
  AddressSchema,
  CountSchema,
  HashSchema,
  StatusSchema,
  SumSchema,
  TimestampSchema,
} from "./common.ts";

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
    AgentSchema.pick({
      agentId: true,
      agentWallet: true,
      haftungsperson: true,
      operationalScope: true,
      status: true,
    }).extend({ amount: SumSchema, reports: CountSchema }),
  ),
});
export type TopEarnersResponse = z.infer<typeof TopEarnersResponse>;

const Consents = z.object({ wallet: z.boolean(), haftungsperson: z.boolean(), parent: z.boolean() });

const Filing = z.object({
  timestamp: TimestampSchema,
  blockNumber: CountSchema,
  transactionHash: HashSchema,
  actor: AddressSchema,
});

/** One change of an agent's record, from its event. */
export const FilingSchema = z.discriminatedUnion("kind", [
  Filing.extend({
    kind: z.literal("registered"),
    parentAgentId: CountSchema,
    haftungsperson: AddressSchema,
    agentWallet: AddressSchema,
  }),
  Filing.extend({ kind: z.literal("attested"), previousAttestation: TimestampSchema }),
  Filing.extend({
    kind: z.literal("revenue-reported"),
    amount: CountSchema,
    currency: z.string(),
    category: z.string(),
    periodStart: TimestampSchema,
    periodEnd: TimestampSchema,
  }),
  Filing.extend({ kind: z.literal("capabilities-updated"), oldHash: HashSchema, newHash: HashSchema }),
  Filing.extend({ kind: z.literal("constitution-updated"), oldHash: HashSchema, newHash: HashSchema }),
  Filing.extend({
    kind: z.literal("status-changed"),
    oldStatus: StatusSchema,
    newStatus: StatusSchema,
    reason: z.string(),
  }),
  Filing.extend({
    kind: z.literal("consent-given"),
    ...Consents.shape,
    given: Consents.describe(
      "What this filing's actor agreed to; the flags beside it are all that stand after the filing. A root's `parent` stands from its registration on and is never given.",
    ),
  }),
]);
export type Filing = z.infer<typeof FilingSchema>;

/** Every change of one agent's record; oldest first unless `order=desc`. */
export const HistoryResponse = z.object({
  total: CountSchema,
  offset: CountSchema,
  limit: CountSchema,
  data: z.array(FilingSchema),
});
export type HistoryResponse = z.infer<typeof HistoryResponse>;

export const ConsentsResponse = z.object({ agentId: CountSchema, ...Consents.shape });
export type ConsentsResponse = z.infer<typeof ConsentsResponse>;

/** 200 if the index has caught up, else 503 with the reason. */
export const ReadyResponse = z.object({
  ready: z.boolean(),
  reason: z.string().optional(),
  indexedBlock: CountSchema.nullable(),
  headBlock: CountSchema.nullable(),
});
export type ReadyResponse = z.infer<typeof ReadyResponse>;
