import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import * as api from "./api.ts";
import * as additions from "./api-additions.ts";
import { KyaDecisionSchema } from "./kya-decision.ts";
import { KyaProofResponse } from "./kya-proof.ts";
import { CreatorResponse, HaftungspersonResponse, PendingHandover } from "./people.ts";
import { AgentDomainResponse, LiabilitySchema, RegistrationFile } from "./registration-file.ts";

const AGENT =
  "agentId creator haftungsperson agentWallet constitutionHash capabilityHash operationalScope parentAgentId " +
  "generation selfModifying registeredAt lastAttestation lastRevenueReport status";

/** The fields of each answer as the specification or our own documents have them; `?` marks those that may lack. */
const FIELDS: [name: string, schema: z.ZodMiniObject, fields: string][] = [
  ["agent", api.AgentSchema, AGENT],
  [
    "compliance",
    api.ComplianceSchema,
    "isActive attestationCurrent secondsSinceAttestation childCount status",
  ],
  ["revenue report", api.RevenueReportSchema, "amount currency category periodStart periodEnd reportedAt"],
  ["lineage", api.LineageNodeSchema, "agentId wallet generation status children note? scope?"],
  ["health", api.HealthResponse, "status registry rpc nodes?"],
  ["health of the nodes", api.HealthNodes, "configured agree comparedAt hashes"],
  ["chain's identity", api.ChainIdentity, "chainId genesisHash"],
  ["stats", api.StatsResponse, "totalAgents registryAddress chain chainIdentity?"],
  [
    "detailed stats",
    api.DetailedStatsResponse,
    "totalAgents registryAddress chain statusDistribution generationDistribution complianceRate compliantCount " +
      "totalRevenue recentRegistrations",
  ],
  [
    "recent registration",
    api.DetailedStatsResponse.shape.recentRegistrations.def.element,
    "agentId creator haftungsperson agentWallet registeredAt status",
  ],
  ["agent's page", api.AgentResponse, "agent children compliance"],
  [
    "item of a list",
    api.AgentListItem,
    "agentId creator haftungsperson agentWallet operationalScope generation registeredAt status lastAttestation?",
  ],
  ["list of agents", api.AgentsResponse, "total page limit totalPages isTotalCapped? data"],
  ["item of the compliance list", api.ComplianceListItem, "agentId creator status compliance"],
  ["compliance list", api.ComplianceListResponse, "total data"],
  ["revenue", api.RevenueResponse, "total offset limit data"],
  ["aggregated revenue", api.RevenueAggregateResponse, "totalReports totalAmount byCurrency byCategory"],
  [
    "KYA agent",
    api.KyaAgentSchema,
    "agentId creator haftungsperson agentWallet operationalScope registeredAt lastAttestation status",
  ],
  ["KYA", api.KyaResponse, "wallet isRegistered isCompliant agent checkedAt"],
  ["KYA proof", KyaProofResponse, "v chainId registry wallet block accountProof storageProof"],
  ["block of a KYA proof", KyaProofResponse.shape.block, "number hash header"],
  ["slot of a KYA proof", KyaProofResponse.shape.storageProof.def.element, "key proof"],
  [
    "Haftungsperson",
    HaftungspersonResponse,
    "total page limit totalPages address summary certificates pendingHandovers data",
  ],
  ["pending handover", PendingHandover, "agentId agentWallet operationalScope haftungsperson"],
  ["Notary", additions.NotaryResponse, "notary isAccredited since certificates total offset limit data"],
  [
    "Certificate",
    additions.CertificateSchema,
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
  ["timeline", additions.RevenueTimelineResponse, "interval data"],
  [
    "item of the timeline",
    additions.RevenueTimelineResponse.shape.data.def.element,
    "start currency amount reports",
  ],
  ["top earners", additions.TopEarnersResponse, "currency limit data"],
  [
    "top earner",
    additions.TopEarnersResponse.shape.data.def.element,
    "agentId haftungsperson agentWallet operationalScope status amount reports",
  ],
  ["history", additions.HistoryResponse, "total offset limit data"],
  [
    "consents",
    additions.ConsentsResponse,
    "agentId recordHash wallet haftungsperson parent proposedHaftungsperson pendingWallet attester",
  ],
  ["a wallet's consent", additions.ConsentsResponse.shape.wallet, "state since transactionHash changedSince"],
  [
    "a Haftungsperson's consent",
    additions.ConsentsResponse.shape.haftungsperson,
    "state since transactionHash changedSince address",
  ],
  [
    "a parent's consent",
    additions.ConsentsResponse.shape.parent.def.innerType,
    "state since transactionHash changedSince",
  ],
  [
    "what has changed since",
    additions.ConsentsResponse.shape.wallet.shape.changedSince,
    "constitution capabilities",
  ],
  ["entries of a wallet", additions.WalletEntriesResponse, "total page limit totalPages isTotalCapped? data"],
  [
    "entry of a wallet",
    additions.WalletEntriesResponse.shape.data.def.element,
    "agentId creator haftungsperson agentWallet operationalScope generation registeredAt status lastAttestation? " +
      "isWalletReleased retired consents refusals",
  ],
  [
    "since when a wallet is retired",
    additions.WalletEntrySchema.shape.retired.def.innerType,
    "since transactionHash",
  ],
  ["wallets of an agent", additions.AgentWalletsResponse, "agentId total offset limit data"],
  [
    "wallet of an agent",
    additions.AgentWalletsResponse.shape.data.def.element,
    "wallet since until transactionHash",
  ],
  [
    "decision about a wallet",
    KyaDecisionSchema,
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
  ["readiness", additions.ReadyResponse, "ready cause? reason? indexedBlock headBlock doubtfulAgents?"],
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
  const { isTotalCapped } = api.AgentsResponse.shape;
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
    const actual = additions.FilingSchema.def.options.map(({ shape }) => [
      shape.kind.def.values[0],
      Object.keys(shape).filter((field) => !COMMON.includes(field)),
    ]);
    assert.deepEqual(Object.fromEntries(actual), KINDS);
    for (const { shape } of additions.FilingSchema.def.options) {
      for (const field of COMMON) assert.ok(field in shape, field);
    }
  });
});

describe("words in answers", () => {
  const { wallet, haftungsperson } = additions.ConsentsResponse.shape;
  const cases: [name: string, schema: { options: readonly string[] }, words: string[]][] = [
    ["health", api.HealthResponse.shape.status, ["ok", "syncing", "degraded"]],
    ["a wallet's consent", wallet.shape.state, ["agreed", "released", "none"]],
    ["a party's consent", haftungsperson.shape.state, ["agreed", "refused", "none"]],
    [
      "readiness",
      additions.ReadyCause,
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
