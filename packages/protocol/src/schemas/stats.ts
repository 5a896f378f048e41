/** The register in numbers, and which chain it is on. */
import * as z from "zod/mini";
import { AgentSchema } from "./agents.ts";
import { AddressSchema, CountSchema, HashSchema, SumSchema } from "./common.ts";

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
