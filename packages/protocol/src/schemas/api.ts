/** The query API's answers, key for key as specified. */
import * as z from "zod/mini";
import {
  AddressSchema,
  CountSchema,
  HashSchema,
  StatusSchema,
  SumSchema,
  TimestampSchema,
} from "./common.ts";

export const AgentSchema = z.object({
  agentId: CountSchema,
  creator: AddressSchema,
  haftungsperson: AddressSchema,
  agentWallet: AddressSchema,
  constitutionHash: HashSchema,
  capabilityHash: HashSchema,
  operationalScope: z.string(),
  parentAgentId: CountSchema,
  generation: CountSchema,
  selfModifying: z.boolean(),
  registeredAt: TimestampSchema,
  lastAttestation: TimestampSchema,
  lastRevenueReport: TimestampSchema,
  status: StatusSchema,
});
export type AgentRecord = z.infer<typeof AgentSchema>;

export const ComplianceSchema = z.object({
  isActive: z.boolean(),
  attestationCurrent: z.boolean(),
  secondsSinceAttestation: CountSchema,
  childCount: CountSchema,
  status: StatusSchema,
});
export type Compliance = z.infer<typeof ComplianceSchema>;

export const RevenueReportSchema = z.object({
  amount: CountSchema,
  currency: z.string(),
  category: z.string(),
  periodStart: TimestampSchema,
  periodEnd: TimestampSchema,
  reportedAt: TimestampSchema,
});
export type RevenueReport = z.infer<typeof RevenueReportSchema>;

export const LineageNodeSchema = z.object({
  agentId: CountSchema,
  wallet: AddressSchema,
  generation: CountSchema,
  status: StatusSchema,
  /** Only with `include=scope`; cut if it is long. */
  scope: z.optional(z.string()),
  get children() {
    return z.array(LineageNodeSchema);
  },
  note: z.optional(z.string()),
});
export type LineageNode = z.infer<typeof LineageNodeSchema>;

/** What the register's RPC nodes are to it. */
export const HealthNodes = z.object({
  /** The number of nodes. With 1, that node is believed; with more, the majority of those that answer. */
  configured: CountSchema,
  /** False while no block has a majority. */
  agree: z.boolean(),
  /** When two or more were last found to have the same block; null if never. */
  comparedAt: z.nullable(TimestampSchema),
  /** `as-told` if the chain's headers have fields that the register does not know. */
  hashes: z.enum(["recomputed", "as-told"]),
});

export const HealthResponse = z.object({
  status: z.enum(["ok", "syncing", "degraded"]),
  registry: AddressSchema,
  rpc: z.string(),
  /** Only with `include=nodes`. */
  nodes: z.optional(HealthNodes),
});
export type HealthResponse = z.infer<typeof HealthResponse>;

/** Anyone may run a chain under the id of a public one; its first block cannot be the same. */
export const ChainIdentity = z.object({ chainId: CountSchema, genesisHash: HashSchema });
export type ChainIdentity = z.infer<typeof ChainIdentity>;

export const StatsResponse = z.object({
  totalAgents: CountSchema,
  registryAddress: AddressSchema,
  chain: z.string(),
  /** Only with `include=chainIdentity`. */
  chainIdentity: z.optional(ChainIdentity),
});
export type StatsResponse = z.infer<typeof StatsResponse>;

export const RecentRegistrationSchema = z.pick(AgentSchema, {
  agentId: true,
  creator: true,
  haftungsperson: true,
  agentWallet: true,
  registeredAt: true,
  status: true,
});

export const DetailedStatsResponse = z.extend(z.omit(StatsResponse, { chainIdentity: true }), {
  statusDistribution: z.object({
    Active: CountSchema,
    Suspended: CountSchema,
    Revoked: CountSchema,
    Terminated: CountSchema,
  }),
  generationDistribution: z.record(z.string(), CountSchema),
  complianceRate: z.string(),
  compliantCount: CountSchema,
  totalRevenue: z.record(z.string(), SumSchema),
  recentRegistrations: z.array(RecentRegistrationSchema),
});
export type DetailedStatsResponse = z.infer<typeof DetailedStatsResponse>;

export const AgentResponse = z.object({
  agent: AgentSchema,
  children: z.array(CountSchema),
  compliance: ComplianceSchema,
});
export type AgentResponse = z.infer<typeof AgentResponse>;

export const AgentListItem = z.extend(
  z.pick(AgentSchema, {
    agentId: true,
    creator: true,
    haftungsperson: true,
    agentWallet: true,
    operationalScope: true,
    generation: true,
    status: true,
    registeredAt: true,
  }),
  {
    /** Only with `include=lastAttestation`. */
    lastAttestation: z.optional(TimestampSchema),
  },
);
export type AgentListItem = z.infer<typeof AgentListItem>;

export const AgentsResponse = z.object({
  total: CountSchema,
  page: CountSchema,
  limit: CountSchema,
  totalPages: CountSchema,
  /** Only with `search`, if more agents match than `total`: those beyond are not counted. */
  isTotalCapped: z.optional(z.literal(true)),
  data: z.array(AgentListItem),
});
export type AgentsResponse = z.infer<typeof AgentsResponse>;

export const ComplianceListItem = z.extend(
  z.pick(AgentSchema, { agentId: true, creator: true, status: true }),
  { compliance: ComplianceSchema },
);
export type ComplianceListItem = z.infer<typeof ComplianceListItem>;

export const ComplianceListResponse = z.object({ total: CountSchema, data: z.array(ComplianceListItem) });
export type ComplianceListResponse = z.infer<typeof ComplianceListResponse>;

export const RevenueResponse = z.object({
  total: CountSchema,
  offset: CountSchema,
  limit: CountSchema,
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

export const KyaAgentSchema = z.pick(AgentSchema, {
  agentId: true,
  creator: true,
  haftungsperson: true,
  agentWallet: true,
  operationalScope: true,
  status: true,
  registeredAt: true,
  lastAttestation: true,
});

export const KyaResponse = z.object({
  wallet: AddressSchema,
  isRegistered: z.boolean(),
  isCompliant: z.boolean(),
  agent: z.nullable(KyaAgentSchema),
  checkedAt: TimestampSchema,
});
export type KyaResponse = z.infer<typeof KyaResponse>;
