/** What the register publishes about an agent by ERC-8004, and what a domain says of it. */
import * as z from "zod/mini";
import { DOMAIN_REASONS, UNASKED_REASONS } from "../domain-reasons.ts";
import { CountSchema, StatusSchema, TimestampSchema } from "./common.ts";
import { Consents } from "./consents.ts";

export const REGISTRATION_TYPE = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1";

const AccountName = z
  .string()
  .check(
    z.regex(/^eip155:\d+:0x[0-9a-fA-F]{40}$/),
    z.describe("An address with its chain, as CAIP-10 writes it"),
  );

/** What ERC-8004 does not know: who answers for the agent, and where that can be checked. */
export const LiabilitySchema = z.object({
  v: z.literal(1),
  haftungsperson: AccountName,
  consents: Consents,
  status: StatusSchema,
  isCompliant: z.boolean(),
  attestedUntil: TimestampSchema,
  generation: CountSchema,
  parentAgentId: CountSchema,
  /** Absent for a released wallet, and the signed ones in a register that signs nothing. */
  receipt: z.optional(z.string()),
  proof: z.optional(z.string()),
  binding: z.optional(z.string()),
});

/** An agent's registration file by ERC-8004. Readers pass over `liability` if they do not know it. */
export const RegistrationFile = z.object({
  type: z.literal(REGISTRATION_TYPE),
  name: z.string(),
  description: z.string().check(z.describe("The scope, as whoever registered the agent wrote it.")),
  image: z.string(),
  services: z.array(z.object({ name: z.string(), endpoint: z.string(), version: z.optional(z.string()) })),
  x402Support: z.boolean(),
  active: z.boolean(),
  registrations: z.array(z.object({ agentId: CountSchema, agentRegistry: AccountName })),
  supportedTrust: z.array(z.string()),
  liability: LiabilitySchema,
});
export type RegistrationFile = z.infer<typeof RegistrationFile>;

/** The domain that an agent's scope names, and whether that domain names the agent, too. */
export const AgentDomainResponse = z.object({
  agentId: CountSchema,
  domain: z.nullable(z.string()).check(z.describe("In ASCII. Null if the scope names none.")),
  verified: z.boolean(),
  reason: z
    .nullable(z.enum([...DOMAIN_REASONS, ...UNASKED_REASONS]))
    .check(z.describe("Why it is not verified; null if it is.")),
  checkedAt: z.nullable(TimestampSchema),
});
export type AgentDomainResponse = z.infer<typeof AgentDomainResponse>;
