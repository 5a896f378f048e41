/** The specified answers about agents. */
import * as z from "zod/mini";
import { AddressSchema, CountSchema, HashSchema, StatusSchema, TimestampSchema } from "./common.ts";

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
