/** What is answered about wallets: the specified answer about one, and what is decided about each of many. */
import * as z from "zod/mini";
import { OBJECTIONS } from "../policy.ts";
import { AgentSchema } from "./agents.ts";
import { AddressSchema, CountSchema, HashSchema, TimestampSchema } from "./common.ts";

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

export const KyaDecisionSchema = z.object({
  wallet: AddressSchema,
  isRegistered: z.boolean(),
  isCompliant: z.boolean(),
  agentId: z.nullable(CountSchema),
  retiredFrom: z
    .optional(CountSchema)
    .check(z.describe("Only of a wallet that was replaced: the agent whose wallet it was.")),
  admissible: z
    .boolean()
    .check(z.describe("Whether nothing speaks against the agent: compliance and the policy.")),
  objections: z.array(z.enum(OBJECTIONS)).check(z.describe("All that speaks against it, in this order.")),
});

export const BulkKyaResponse = z.object({
  checkedAt: TimestampSchema,
  block: z
    .object({ number: CountSchema, hash: HashSchema })
    .check(z.describe("The block at which all of the answer stands.")),
  data: z.array(KyaDecisionSchema),
});
export type BulkKyaResponse = z.infer<typeof BulkKyaResponse>;
