/** How something stood at a moment of the past. */
import * as z from "zod/mini";
import { COMPLIANCE_OBJECTIONS } from "../policy.ts";
import { AgentSchema } from "./agents.ts";
import { CertificateSchema } from "./certificates.ts";
import { AddressSchema, CountSchema, HashSchema, TimestampSchema } from "./common.ts";
import { Consents, Refusals } from "./consents.ts";
import { KyaAgentSchema } from "./kya.ts";

const AsOf = z.object({
  timestamp: TimestampSchema.check(
    z.describe("The time that was asked for, or that of the block. Verdicts take it for now."),
  ),
  block: z
    .nullable(CountSchema)
    .check(
      z.describe(
        "The block that was asked for. If a time was, that of the register's last filing up to then; null if there was none.",
      ),
    ),
});

const PastCertificate = z.extend(
  z.pick(CertificateSchema, { notary: true, kind: true, level: true, until: true }),
  {
    isAccepted: z.boolean(),
    isAccredited: z.boolean(),
  },
);

const Reason = z.enum(["active-and-attested", ...COMPLIANCE_OBJECTIONS]);
const [_notRegistered, ...OF_A_RECORD] = COMPLIANCE_OBJECTIONS;

/** How a wallet stood at a moment of the past. */
export const KyaAtResponse = z.object({
  wallet: AddressSchema,
  asOf: AsOf,
  isRegistered: z.boolean(),
  isCompliant: z.boolean(),
  reason: Reason,
  agent: z
    .nullable(KyaAgentSchema)
    .check(z.describe("The record that the wallet was bound to then, as it was then.")),
  consents: z.nullable(Consents),
  refusals: z.nullable(Refusals),
  certificates: z
    .nullable(z.array(PastCertificate))
    .check(z.describe("What had been certified about the Haftungsperson by then.")),
});
export type KyaAtResponse = z.infer<typeof KyaAtResponse>;

/** How an agent's record was at a moment of the past. */
export const AgentAtResponse = z.object({
  asOf: AsOf,
  agent: z.omit(AgentSchema, { lastRevenueReport: true }),
  blockHash: z
    .optional(HashSchema)
    .check(
      z.describe(
        "The hash of `asOf.block`, if the index knows it: of recent blocks, and of those with filings.",
      ),
    ),
  recordHash: HashSchema.check(
    z.describe("The contract's `recordHash` of then: what a party would have agreed to."),
  ),
  isWalletReleased: z.boolean(),
  isCompliant: z.boolean(),
  reason: z.enum(["active-and-attested", ...OF_A_RECORD]),
  consents: Consents,
  refusals: Refusals,
});
export type AgentAtResponse = z.infer<typeof AgentAtResponse>;
