/** Answers of the routes that we add to the specified ones. */
import * as z from "zod/mini";
import { ASSURANCE_LEVELS, CERTIFICATE_FAULTS, PERSON_KINDS } from "../certificate.ts";
import { ACTOR_ROLES, STATUS_CAUSES } from "../roles.ts";
import { AgentListItem, AgentSchema, AgentsResponse } from "./api.ts";
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
    z.extend(
      z.pick(AgentSchema, {
        agentId: true,
        agentWallet: true,
        haftungsperson: true,
        operationalScope: true,
        status: true,
      }),
      { amount: SumSchema, reports: CountSchema },
    ),
  ),
});
export type TopEarnersResponse = z.infer<typeof TopEarnersResponse>;

export const Consents = z.object({ wallet: z.boolean(), haftungsperson: z.boolean(), parent: z.boolean() });
export const Refusals = z.omit(Consents, { wallet: true });

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

const PersonKindSchema = z.enum(PERSON_KINDS);
const LevelSchema = z.enum(ASSURANCE_LEVELS);
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

/** What a notary has certified about a person. */
export const CertificateSchema = z.object({
  person: AddressSchema,
  notary: AddressSchema,
  kind: PersonKindSchema,
  level: LevelSchema,
  since: TimestampSchema,
  until: TimestampSchema,
  ref: HashSchema.check(z.describe("What the notary finds its own file by.")),
  accepted: z
    .nullable(TimestampSchema)
    .check(z.describe("When the person accepted it; null if it has not: then it does not count.")),
  counts: z.boolean(),
  whyNot: z.nullable(z.enum(CERTIFICATE_FAULTS)),
  transactions: z.object({ certified: HashSchema, accepted: z.nullable(HashSchema) }),
});
export type CertificateAnswer = z.infer<typeof CertificateSchema>;

export const NotarySchema = z.object({
  notary: AddressSchema,
  isAccredited: z.boolean(),
  since: TimestampSchema.check(z.describe("When it was last accredited or lost its accreditation.")),
  certificates: CountSchema.check(z.describe("How many of its certificates are on record.")),
});

/** Every notary that was ever accredited, those that are so first. */
export const NotariesResponse = z.object({ data: z.array(NotarySchema) });
export type NotariesResponse = z.infer<typeof NotariesResponse>;

/** A notary and what it has certified, newest first. */
export const NotaryResponse = z.extend(NotarySchema, {
  total: CountSchema,
  offset: CountSchema,
  limit: CountSchema,
  data: z.array(CertificateSchema),
});
export type NotaryResponse = z.infer<typeof NotaryResponse>;

/** Every change of one agent's record; oldest first unless `order=desc`. */
export const HistoryResponse = z.object({
  total: CountSchema,
  offset: CountSchema,
  limit: CountSchema,
  data: z.array(FilingSchema),
});
export type HistoryResponse = z.infer<typeof HistoryResponse>;

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

export const WalletEntrySchema = z.extend(AgentListItem, {
  isWalletReleased: z.boolean(),
  retired: z
    .nullable(z.object({ since: TimestampSchema, transactionHash: HashSchema }))
    .check(
      z.describe(
        "When another wallet took this one's place in the record, which `agentWallet` then names. Null if none did.",
      ),
    ),
  consents: Consents,
  refusals: Refusals,
});

/** Every record that ever named a wallet, newest first. At most one, the newest, is the wallet's entry. */
export const WalletEntriesResponse = z.extend(AgentsResponse, { data: z.array(WalletEntrySchema) });
export type WalletEntriesResponse = z.infer<typeof WalletEntriesResponse>;

/** The wallets that an agent has had, newest first; all but the first are retired. */
export const AgentWalletsResponse = z.object({
  agentId: CountSchema,
  total: CountSchema,
  offset: CountSchema,
  limit: CountSchema,
  data: z.array(
    z.object({
      wallet: AddressSchema,
      since: TimestampSchema,
      until: z.nullable(TimestampSchema).check(z.describe("Null for the present wallet.")),
      transactionHash: HashSchema.check(z.describe("By which it became the agent's wallet.")),
    }),
  ),
});
export type AgentWalletsResponse = z.infer<typeof AgentWalletsResponse>;

/** What keeps the index from answering; each cause asks for another remedy. */
export const ReadyCause = z.enum([
  "database-gone",
  "indexer-silent",
  "node-silent",
  "nodes-disagree",
  "nodes-not-compared",
  "head-old",
  "index-building",
  "index-behind",
  "replica-behind",
  "stopping",
]);
export type ReadyCause = z.infer<typeof ReadyCause>;

/** 200 if the index has caught up, else 503 with the cause, and the reason in words. */
export const ReadyResponse = z.object({
  ready: z.boolean(),
  cause: z.optional(ReadyCause),
  reason: z.optional(z.string()),
  indexedBlock: z.nullable(CountSchema),
  headBlock: z.nullable(CountSchema),
  /**
   * Agents of which index and contract say different things: answers about them are 500 until both agree.
   */
  doubtfulAgents: z.optional(CountSchema),
});
export type ReadyResponse = z.infer<typeof ReadyResponse>;
