/** What those whom a record names have said about it. */
import * as z from "zod/mini";
import { AddressSchema, CountSchema, HashSchema, TimestampSchema } from "./common.ts";

export const Consents = z.object({ wallet: z.boolean(), haftungsperson: z.boolean(), parent: z.boolean() });
export const Refusals = z.omit(Consents, { wallet: true });

const Word = z.object({
  since: z
    .nullable(TimestampSchema)
    .check(z.describe("When the party said so; null if it has not said anything.")),
  transactionHash: z.nullable(HashSchema),
  changedSince: z
    .object({ constitution: z.boolean(), capabilities: z.boolean() })
    .check(
      z.describe("Whether the record differs from what the party agreed to; false unless it has agreed."),
    ),
});

const PartyWord = z.extend(Word, { state: z.enum(["agreed", "refused", "none"]) });

/** What each party that a record names has said about it. */
export const ConsentsResponse = z.object({
  agentId: CountSchema,
  recordHash: HashSchema.check(
    z.describe("What `confirmRecord` asks for, to agree to the record as it stands."),
  ),
  wallet: z.extend(Word, {
    state: z
      .enum(["agreed", "released", "none"])
      .check(z.describe("A released wallet has left: this record is no longer its entry.")),
  }),
  haftungsperson: z.extend(PartyWord, { address: AddressSchema }),
  parent: z.nullable(PartyWord).check(z.describe("Null for a root.")),
  proposedHaftungsperson: z.nullable(AddressSchema),
  pendingWallet: z
    .nullable(AddressSchema)
    .check(z.describe("The wallet that the Haftungsperson wants in the place of the agent's.")),
  attester: z
    .nullable(AddressSchema)
    .check(z.describe("A key that may attest for the agent, and do nothing else.")),
});
export type ConsentsResponse = z.infer<typeof ConsentsResponse>;
export type PartyWord = z.infer<typeof PartyWord>;
