import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import * as answers from "../index.ts";
import { KyaProofResponse } from "./kya-proof.ts";
import { CreatorResponse, HaftungspersonResponse, PendingHandover } from "./people.ts";
import { AgentDomainResponse, LiabilitySchema, RegistrationFile } from "./registration-file.ts";

const AGENT =
  "agentId creator haftungsperson agentWallet constitutionHash capabilityHash operationalScope parentAgentId " +
  "generation selfModifying registeredAt lastAttestation lastRevenueReport status";

/** The fields of each answer as the specification or our own documents have them; `?` marks those that may lack. */
const FIELDS: [name: string, schema: z.ZodMiniObject, fields: string][] = [
  ["agent", answers.AgentSchema, AGENT],
  [
    "compliance",
    answers.ComplianceSchema,
    "isActive attestationCurrent secondsSinceAttestation childCount status",
  ],
  [
    "revenue report",
    answers.RevenueReportSchema,
    "amount currency category periodStart periodEnd reportedAt",
  ],
  ["lineage", answers.LineageNodeSchema, "agentId wallet generation status children note? scope?"],
  ["health", answers.HealthResponse, "status registry rpc nodes?"],
  ["health of the nodes", answers.HealthNodes, "configured agree comparedAt hashes"],
  ["chain's identity", answers.ChainIdentity, "chainId genesisHash"],
  ["stats", answers.StatsResponse, "totalAgents registryAddress chain chainIdentity?"],
  [
    "detailed stats",
    answers.DetailedStatsResponse,
    "totalAgents registryAddress chain statusDistribution generationDistribution complianceRate compliantCount " +
      "totalRevenue recentRegistrations",
  ],
  [
    "recent registration",
    answers.DetailedStatsResponse.shape.recentRegistrations.def.element,
    "agentId creator haftungsperson agentWallet registeredAt status",
  ],
  ["agent's page", answers.AgentResponse, "agent children compliance"],
  [
    "item of a list",
    answers.AgentListItem,
    "agentId creator haftungsperson agentWallet operationalScope generation registeredAt status lastAttestation?",
  ],
  ["list of agents", answers.AgentsResponse, "total page limit totalPages isTotalCapped? data"],
  ["item of the compliance list", answers.ComplianceListItem, "agentId creator status compliance"],
  ["compliance list", answers.ComplianceListResponse, "total data"],
  ["revenue", answers.RevenueResponse, "total offset limit data"],
  ["aggregated revenue", answers.RevenueAggregateResponse, "totalReports totalAmount byCurrency byCategory"],
  [
    "KYA agent",
    answers.KyaAgentSchema,
    "agentId creator haftungsperson agentWallet operationalScope registeredAt lastAttestation status",
  ],
  ["KYA", answers.KyaResponse, "wallet isRegistered isCompliant agent checkedAt"],
  ["KYA proof", KyaProofResponse, "v chainId registry wallet block accountProof storageProof"],
  ["block of a KYA proof", KyaProofResponse.shape.block, "number hash header"],
  ["slot of a KYA proof", KyaProofResponse.shape.storageProof.def.element, "key proof"],
  [
    "Haftungsperson",
    HaftungspersonResponse,
    "total page limit totalPages address summary certificates pendingHandovers data",
  ],
  ["pending handover", PendingHandover, "agentId agentWallet operationalScope haftungsperson"],
  ["Notary", answers.NotaryResponse, "notary isAccredited since certificates total offset limit data"],
  [
    "Certificate",
    answers.CertificateSchema,
    "person notary kind level since until ref accepted counts whyNot transactions",
  ],
  [
    "summary of a Haftungsperson",
    HaftungspersonResponse.shape.summary,
    "totalAgents statusDistribution compliantCount complianceRate revokedAgents revenue moreCurrencies consents " +
      "formerAgents",
  ],
  ["creator", CreatorResponse, "total page limit totalPages address summary data"],
  [
    "summary of a creator",
    CreatorResponse.shape.summary,
    "totalAgents statusDistribution compliantCount complianceRate revokedAgents revenue moreCurrencies",
  ],
  ["timeline", answers.RevenueTimelineResponse, "interval data"],
  [
    "item of the timeline",
    answers.RevenueTimelineResponse.shape.data.def.element,
    "start currency amount reports",
  ],
  ["top earners", answers.TopEarnersResponse, "currency limit data"],
  [
    "top earner",
    answers.TopEarnersResponse.shape.data.def.element,
    "agentId haftungsperson agentWallet operationalScope status amount reports",
  ],
  ["history", answers.HistoryResponse, "total offset limit data"],
  [
    "consents",
    answers.ConsentsResponse,
    "agentId recordHash wallet haftungsperson parent proposedHaftungsperson pendingWallet attester",
  ],
  ["a wallet's consent", answers.ConsentsResponse.shape.wallet, "state since transactionHash changedSince"],
  [
    "a Haftungsperson's consent",
    answers.ConsentsResponse.shape.haftungsperson,
    "state since transactionHash changedSince address",
  ],
  [
    "a parent's consent",
    answers.ConsentsResponse.shape.parent.def.innerType,
    "state since transactionHash changedSince",
  ],
  [
    "what has changed since",
    answers.ConsentsResponse.shape.wallet.shape.changedSince,
    "constitution capabilities",
  ],
  ["entries of a wallet", answers.WalletEntriesResponse, "total page limit totalPages isTotalCapped? data"],
  [
    "entry of a wallet",
    answers.WalletEntriesResponse.shape.data.def.element,
    "agentId creator haftungsperson agentWallet operationalScope generation registeredAt status lastAttestation? " +
      "isWalletReleased retired consents refusals",
  ],
  [
    "since when a wallet is retired",
    answers.WalletEntrySchema.shape.retired.def.innerType,
    "since transactionHash",
  ],
  ["wallets of an agent", answers.AgentWalletsResponse, "agentId total offset limit data"],
  [
    "wallet of an agent",
    answers.AgentWalletsResponse.shape.data.def.element,
    "wallet since until transactionHash",
  ],
  [
    "decision about a wallet",
    answers.KyaDecisionSchema,
    "wallet isRegistered isCompliant agentId retiredFrom? admissible objections",
  ],
  [
    "registration file",
    RegistrationFile,
    "type name description image services x402Support active registrations supportedTrust liability",
  ],
  ["service", RegistrationFile.shape.services.def.element, "name endpoint version?"],
  ["registration", RegistrationFile.shape.registrations.def.element, "agentId agentRegistry"],
  [
    "liability",
    LiabilitySchema,
    "v haftungsperson consents status isCompliant attestedUntil generation parentAgentId receipt? proof? binding?",
  ],
  ["domain", AgentDomainResponse, "agentId domain verified reason checkedAt"],
  ["readiness", answers.ReadyResponse, "ready cause? reason? indexedBlock headBlock doubtfulAgents?"],
];

describe("answers", () => {
  for (const [name, schema, fields] of FIELDS) {
    it(`have exactly these fields: ${name}`, () => {
      const actual = Object.entries(schema.shape).map(([field, form]) =>
        z.safeParse(form, undefined).success ? `${field}?` : field,
      );
      assert.deepEqual(actual.sort(), fields.split(" ").sort());
    });
  }

  it("have null for what there is none of, and nothing else has", () => {
    const nullable = FIELDS.flatMap(([name, schema]) =>
      Object.entries(schema.shape)
        .filter(([, form]) => z.safeParse(form, null).success)
        .map(([field]) => `${name}: ${field}`),
    );
    assert.deepEqual(nullable, [
      "health of the nodes: comparedAt",
      "KYA: agent",
      "Certificate: accepted",
      "Certificate: whyNot",
      "consents: parent",
      "consents: proposedHaftungsperson",
      "consents: pendingWallet",
      "consents: attester",
      "a wallet's consent: since",
      "a wallet's consent: transactionHash",
      "a Haftungsperson's consent: since",
      "a Haftungsperson's consent: transactionHash",
      "a parent's consent: since",
      "a parent's consent: transactionHash",
      "entry of a wallet: retired",
      "wallet of an agent: until",
      "decision about a wallet: agentId",
      "domain: domain",
      "domain: reason",
      "domain: checkedAt",
      "readiness: indexedBlock",
      "readiness: headBlock",
    ]);
  });
});

it("a total is said to be capped, or nothing is said", () => {
  const { isTotalCapped } = answers.AgentsResponse.shape;
  assert.deepEqual(
    [true, false, undefined].filter((value) => isTotalCapped.safeParse(value).success),
    [true, undefined],
  );
});

describe("filings", () => {
  const COMMON = ["timestamp", "blockNumber", "transactionHash", "actor", "actorRole", "kind"];
  const KINDS: Record<string, string[]> = {
    registered: ["parentAgentId", "haftungsperson", "agentWallet"],
    attested: ["previousAttestation"],
    "revenue-reported": ["amount", "currency", "category", "periodStart", "periodEnd"],
    "capabilities-updated": ["oldHash", "newHash"],
    "constitution-updated": ["oldHash", "newHash"],
    "status-changed": ["oldStatus", "newStatus", "reason", "cause"],
    "consent-given": ["wallet", "haftungsperson", "parent", "given"],
    "consent-refused": ["haftungsperson", "parent", "refused", "suspends"],
    "wallet-released": ["agentWallet"],
    "haftungsperson-proposed": ["oldProposal", "newProposal"],
    "haftungsperson-changed": ["oldHaftungsperson", "newHaftungsperson"],
    "wallet-proposed": ["oldProposal", "newProposal"],
    "wallet-changed": ["oldWallet", "newWallet"],
    "attester-changed": ["oldAttester", "newAttester"],
    "person-certified": ["person", "notary", "personKind", "level", "until", "ref"],
    "certificate-accepted": ["person", "notary"],
    "certificate-ended": ["person", "notary"],
    "notary-added": ["notary"],
    "notary-removed": ["notary"],
  };

  it("are of these kinds, each with its fields", () => {
    const actual = answers.FilingSchema.def.options.map(({ shape }) => [
      shape.kind.def.values[0],
      Object.keys(shape).filter((field) => !COMMON.includes(field)),
    ]);
    assert.deepEqual(Object.fromEntries(actual), KINDS);
    for (const { shape } of answers.FilingSchema.def.options) {
      for (const field of COMMON) assert.ok(field in shape, field);
    }
  });
});

describe("words in answers", () => {
  const { wallet, haftungsperson } = answers.ConsentsResponse.shape;
  const cases: [name: string, schema: { options: readonly string[] }, words: string[]][] = [
    ["health", answers.HealthResponse.shape.status, ["ok", "syncing", "degraded"]],
    ["a wallet's consent", wallet.shape.state, ["agreed", "released", "none"]],
    ["a party's consent", haftungsperson.shape.state, ["agreed", "refused", "none"]],
    [
      "readiness",
      answers.ReadyCause,
      [
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
      ],
    ],
  ];
  for (const [name, { options }, words] of cases) {
    it(`of ${name} are ${words.join(", ")}`, () => assert.deepEqual([...options], words));
  }
});
