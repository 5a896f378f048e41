/** Filings: one change of the register each, from its event. */
import * as z from "zod/mini";
import { ACTOR_ROLES, STATUS_CAUSES } from "../roles.ts";
import { LevelSchema, PersonKindSchema } from "./certificates.ts";
import {
  AddressSchema,
  CountSchema,
  HashSchema,
  OFFSET_PAGE,
  StatusSchema,
  TimestampSchema,
} from "./common.ts";
import { Consents, Refusals } from "./consents.ts";

const Filing = z.object({
  timestamp: TimestampSchema,
  blockNumber: CountSchema,
  transactionHash: HashSchema,
  actor: AddressSchema,
  actorRole: z
    .enum(ACTOR_ROLES)
    .check(
      z.describe(
        "As what the actor filed it; of several parts in the record the first of wallet, haftungsperson, creator.",
      ),
    ),
});

const OfCertificate = { person: AddressSchema, notary: AddressSchema };

/** One change of an agent's record, of a person's certificate or of a notary's accreditation, from its event. */
export const FilingSchema = z.discriminatedUnion("kind", [
  z.extend(Filing, {
    kind: z.literal("registered"),
    parentAgentId: CountSchema,
    haftungsperson: AddressSchema,
    agentWallet: AddressSchema,
  }),
  z.extend(Filing, { kind: z.literal("attested"), previousAttestation: TimestampSchema }),
  z.extend(Filing, {
    kind: z.literal("revenue-reported"),
    amount: CountSchema,
    currency: z.string(),
    category: z.string(),
    periodStart: TimestampSchema,
    periodEnd: TimestampSchema,
  }),
  z.extend(Filing, { kind: z.literal("capabilities-updated"), oldHash: HashSchema, newHash: HashSchema }),
  z.extend(Filing, { kind: z.literal("constitution-updated"), oldHash: HashSchema, newHash: HashSchema }),
  z.extend(Filing, {
    kind: z.literal("status-changed"),
    oldStatus: StatusSchema,
    newStatus: StatusSchema,
    reason: z.string(),
    cause: z
      .enum(STATUS_CAUSES)
      .check(
        z.describe(
          "Why the status changed, whatever text `reason` is. The first three are a regulator's acts, `terminated` is one of the agent's parties.",
        ),
      ),
  }),
  z.extend(Filing, {
    kind: z.literal("consent-given"),
    ...Consents.shape,
    given: Consents.check(
      z.describe(
        "What this filing's actor agreed to, for the first time or again; the flags beside it are all that stand after the filing. A root's `parent` stands from its registration on and is never given.",
      ),
    ),
  }),
  z.extend(Filing, {
    kind: z.literal("consent-refused"),
    ...Refusals.shape,
    refused: Refusals.check(
      z.describe(
        "What this filing's actor refused; the flags beside it are all refusals that stand after the filing.",
      ),
    ),
    suspends: z.boolean().check(z.describe("Whether this refusal suspended the agent.")),
  }),
  z.extend(Filing, { kind: z.literal("wallet-released"), agentWallet: AddressSchema }),
  z.extend(Filing, {
    kind: z.literal("haftungsperson-proposed"),
    oldProposal: z.nullable(AddressSchema),
    newProposal: z.nullable(AddressSchema).check(z.describe("Null takes the proposal back.")),
  }),
  z.extend(Filing, {
    kind: z.literal("haftungsperson-changed"),
    oldHaftungsperson: AddressSchema,
    newHaftungsperson: AddressSchema,
  }),
  z.extend(Filing, {
    kind: z.literal("wallet-proposed"),
    oldProposal: z.nullable(AddressSchema),
    newProposal: z.nullable(AddressSchema).check(z.describe("Null takes the proposal back.")),
  }),
  z.extend(Filing, {
    kind: z.literal("wallet-changed"),
    oldWallet: AddressSchema.check(z.describe("Retired by this filing: nobody registers it again.")),
    newWallet: AddressSchema,
  }),
  z.extend(Filing, {
    kind: z.literal("person-certified"),
    ...OfCertificate,
    personKind: PersonKindSchema,
    level: LevelSchema,
    until: TimestampSchema,
    ref: HashSchema.check(z.describe("What the notary finds its own file by.")),
  }),
  z.extend(Filing, { kind: z.literal("certificate-accepted"), ...OfCertificate }),
  z.extend(Filing, { kind: z.literal("certificate-ended"), ...OfCertificate }),
  z.extend(Filing, { kind: z.literal("notary-added"), notary: AddressSchema }),
  z.extend(Filing, { kind: z.literal("notary-removed"), notary: AddressSchema }),
  z.extend(Filing, {
    kind: z.literal("attester-changed"),
    oldAttester: z.nullable(AddressSchema),
    newAttester: z.nullable(AddressSchema).check(z.describe("Null removes the attester.")),
  }),
]);
export type Filing = z.infer<typeof FilingSchema>;

/** Every change of one agent's record; oldest first unless `order=desc`. */
export const HistoryResponse = z.object({
  ...OFFSET_PAGE,
  data: z.array(FilingSchema),
});
export type HistoryResponse = z.infer<typeof HistoryResponse>;
