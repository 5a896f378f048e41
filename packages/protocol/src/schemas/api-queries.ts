/** What the query API accepts in paths and query strings. Unknown parameters are ignored. */
import * as z from "zod";
import { AGENT_STATUSES } from "../agent.ts";
import {
  AGENTS_PAGE,
  LINEAGE_MAX_SCOPE_LENGTH,
  MAX_NAME_BYTES,
  MAX_SEARCH_LENGTH,
  REVENUE_PAGE,
} from "../limits.ts";
import { ENFORCEMENT_ACTIONS } from "./following.ts";
import { TIMELINE_INTERVALS } from "./revenue.ts";

export const AGENT_SORTS = ["agentId", "registeredAt", "lastAttestation"] as const;
export const SORT_ORDERS = ["asc", "desc"] as const;
export const HISTORY_PAGE = { default: 100, max: 500 } as const;
export const FILINGS_PAGE = { default: 100, max: 1_000 } as const;
export const ENFORCEMENT_PAGE = { default: 50, max: 100 } as const;
/** Many times the length of any cursor that `next` gives. */
const MAX_CURSOR_LENGTH = 200;
export const TOP_EARNERS = { default: 10, max: 100 } as const;
/** Counted in intervals that have reports. */
export const TIMELINE_PAGE = { default: 90, max: 366 } as const;

type WholeNumberOptions = { min: number; max: number; fallback: number };

/** Decimal digits alone: no sign, no fraction, no exponent. A number above the maximum becomes the maximum. */
function wholeNumber({ min, max, fallback }: WholeNumberOptions) {
  const message = `must be a whole number from ${min} up`;
  return z
    .custom<string>((value) => typeof value === "string" && /^\d+$/.test(value), message)
    .transform(Number)
    .refine((value) => value >= min, message)
    .transform((value) => Math.min(value, max))
    .default(fallback)
    .meta({ type: "integer", minimum: min, default: fallback });
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be ${values.join(", ").replace(/, ([^,]*)$/, " or $1")}` });
}

function text({ maxLength }: { maxLength: number }) {
  return z.string().max(maxLength, `must be at most ${maxLength} characters`);
}

const offset = wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 }).describe(
  "How many to leave out from the beginning",
);

function pageSize({ default: fallback, max }: { default: number; max: number }) {
  return wholeNumber({ min: 1, max, fallback }).describe(`How many; more than ${max} is taken for ${max}`);
}

export const AgentIdParam = z.object({
  id: z
    .custom<string>(
      (value) => typeof value === "string" && /^\d+$/.test(value),
      "must be decimal digits alone",
    )
    .meta({ type: "integer", minimum: 1, description: "Agent ID", example: 1 }),
});

const AddressInPath = z.string().meta({
  description: "An address, checksummed or lower case",
  example: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
});

export const WalletParam = z.object({ wallet: AddressInPath });

export const AddressParam = z.object({ address: AddressInPath });

export const AgentsQuery = z.object({
  page: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, fallback: 1 }).describe(
    "The first page is 1; one beyond the last is empty",
  ),
  limit: pageSize(AGENTS_PAGE),
  status: oneOf(AGENT_STATUSES).optional().meta({ description: "Only agents in this state" }),
  search: text({ maxLength: MAX_SEARCH_LENGTH })
    .transform((value) => value.trim().toLowerCase())
    .optional()
    .meta({
      description:
        "Words of the scope, all of which must be in it, the last one as the beginning of a word; or an id; or the beginning of the address of wallet, creator or Haftungsperson, from 0x or its first six hex digits on. Upper and lower case are the same; a part from the middle of a word or an address is not found",
    }),
  sort: oneOf(AGENT_SORTS).default("agentId").meta({ description: "Ties go by agent ID, ascending" }),
  order: oneOf(SORT_ORDERS).default("asc"),
  include: oneOf(["lastAttestation"]).optional().meta({ description: "Adds this field to every item" }),
});
export type AgentsQuery = z.output<typeof AgentsQuery>;

/** One person's agents: listed as all agents are, but not searched. */
export const PersonQuery = AgentsQuery.omit({ search: true });
export type PersonQuery = z.output<typeof PersonQuery>;

export const HealthQuery = z.object({
  include: oneOf(["nodes"]).optional().meta({ description: "Adds what the RPC nodes agree on" }),
});
export type HealthQuery = z.output<typeof HealthQuery>;

export const StatsQuery = z.object({
  include: oneOf(["chainIdentity"])
    .optional()
    .meta({ description: "Adds the chain's id and the hash of its first block" }),
});
export type StatsQuery = z.output<typeof StatsQuery>;

export const LineageQuery = z.object({
  include: oneOf(["scope"])
    .optional()
    .meta({
      description: `Adds each agent's scope, cut to ${LINEAGE_MAX_SCOPE_LENGTH} characters; a cut one ends with …`,
    }),
});
export type LineageQuery = z.output<typeof LineageQuery>;

export const RevenuePageQuery = z.object({ limit: pageSize(REVENUE_PAGE), offset });
export type RevenuePageQuery = z.output<typeof RevenuePageQuery>;

export const HistoryQuery = z.object({
  limit: pageSize(HISTORY_PAGE),
  offset,
  order: oneOf(SORT_ORDERS).default("asc").meta({ description: "asc: oldest first" }),
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const FilingsQuery = z.object({
  after: text({ maxLength: MAX_CURSOR_LENGTH })
    .optional()
    .meta({ description: "`next` of an earlier answer; without it, from the register's first filing on" }),
  limit: pageSize(FILINGS_PAGE),
  order: oneOf(SORT_ORDERS).default("asc").meta({
    description: "asc: in chain order; desc: the newest, newest first, and `after` is not looked at",
  }),
});
export type FilingsQuery = z.output<typeof FilingsQuery>;

export const EnforcementQuery = z.object({
  kind: oneOf(ENFORCEMENT_ACTIONS).optional().meta({ description: "Only actions of this kind" }),
  regulator: z
    .string()
    .optional()
    .meta({ description: "Only actions of this address, checksummed or lower case" }),
  after: text({ maxLength: MAX_CURSOR_LENGTH })
    .optional()
    .meta({ description: "`next` of an earlier answer, for what is older" }),
  limit: pageSize(ENFORCEMENT_PAGE),
});
export type EnforcementQuery = z.output<typeof EnforcementQuery>;

export const TimelineQuery = z.object({
  interval: oneOf(TIMELINE_INTERVALS).default("day"),
  limit: pageSize(TIMELINE_PAGE).describe(
    `How many of the newest intervals that have reports; more than ${TIMELINE_PAGE.max} is taken for ${TIMELINE_PAGE.max}`,
  ),
});
export type TimelineQuery = z.output<typeof TimelineQuery>;

export const RevenueAggregateQuery = z.object({
  currency: text({ maxLength: MAX_NAME_BYTES })
    .optional()
    .meta({ description: "Only reports in this currency, such as USDC" }),
});
export type RevenueAggregateQuery = z.output<typeof RevenueAggregateQuery>;

export const TopEarnersQuery = z.object({
  currency: text({ maxLength: MAX_NAME_BYTES })
    .optional()
    .meta({ description: "As reported, such as USDC; without it, the one with most reports" }),
  limit: pageSize(TOP_EARNERS),
});
export type TopEarnersQuery = z.output<typeof TopEarnersQuery>;
