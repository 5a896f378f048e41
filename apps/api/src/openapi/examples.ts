/** One answer of each kind, all about the same few agents. */
import type * as protocol from "@agent-registry/protocol";

const REGISTRY = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const CREATOR = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CHILD_WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const HAFTUNGSPERSON = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const BLOCK = { number: 50_543_793, hash: `0x${"5c".repeat(32)}` } as const;
const TRANSACTION = `0x${"a1".repeat(32)}` as const;
const REGISTERED_AT = "2026-02-01T09:30:00.000Z";
const ATTESTED_AT = "2026-02-27T12:00:00.000Z";
const NOW = "2026-03-01T12:00:00.000Z";

const record = {
  agentId: 1,
  creator: CREATOR,
  haftungsperson: HAFTUNGSPERSON,
  agentWallet: WALLET,
  constitutionHash: `0x${"c0".repeat(32)}`,
  capabilityHash: `0x${"ca".repeat(32)}`,
  operationalScope: "Market research",
  parentAgentId: 0,
  generation: 0,
  selfModifying: false,
  registeredAt: REGISTERED_AT,
  lastAttestation: ATTESTED_AT,
  lastRevenueReport: "2026-02-28T18:00:00.000Z",
  status: "Active",
} satisfies protocol.AgentRecord;

const standing = {
  isActive: true,
  attestationCurrent: true,
  secondsSinceAttestation: 172_800,
  childCount: 1,
  status: "Active",
} satisfies protocol.Compliance;

const listed = {
  agentId: 1,
  creator: CREATOR,
  haftungsperson: HAFTUNGSPERSON,
  agentWallet: WALLET,
  operationalScope: "Market research",
  generation: 0,
  registeredAt: REGISTERED_AT,
  status: "Active",
} satisfies protocol.AgentListItem;

const kyaAgent = {
  agentId: 1,
  creator: CREATOR,
  haftungsperson: HAFTUNGSPERSON,
  agentWallet: WALLET,
  operationalScope: "Market research",
  registeredAt: REGISTERED_AT,
  lastAttestation: ATTESTED_AT,
  status: "Active",
} satisfies protocol.KyaResponse["agent"];

const counts = { totalAgents: 2, registryAddress: REGISTRY, chain: "https://rpc.test" } as const;
const page = { total: 1, page: 1, limit: 20, totalPages: 1 };
const agreed = { wallet: true, haftungsperson: true, parent: true };
const noRefusals = { haftungsperson: false, parent: false };
const asOf = { timestamp: NOW, block: BLOCK.number };

export const health = {
  status: "ok",
  registry: REGISTRY,
  rpc: counts.chain,
} satisfies protocol.HealthResponse;

export const ready = {
  ready: true,
  indexedBlock: BLOCK.number,
  headBlock: BLOCK.number,
} satisfies protocol.ReadyResponse;

export const notReady = {
  ready: false,
  cause: "index-behind",
  reason: `the index is still syncing (block ${BLOCK.number - 700} of ${BLOCK.number})`,
  indexedBlock: BLOCK.number - 700,
  headBlock: BLOCK.number,
} satisfies protocol.ReadyResponse;

export const stats = counts satisfies protocol.StatsResponse;

export const detailedStats = {
  ...counts,
  statusDistribution: { Active: 1, Suspended: 1, Revoked: 0, Terminated: 0 },
  generationDistribution: { "0": 1, "1": 1 },
  complianceRate: "50.0",
  compliantCount: 1,
  totalRevenue: { USDC: 125_000 },
  recentRegistrations: [
    {
      agentId: 1,
      creator: CREATOR,
      haftungsperson: HAFTUNGSPERSON,
      agentWallet: WALLET,
      registeredAt: REGISTERED_AT,
      status: "Active",
    },
  ],
} satisfies protocol.DetailedStatsResponse;

export const agent = {
  agent: record,
  children: [2],
  compliance: standing,
} satisfies protocol.AgentResponse;

export const agents = { ...page, data: [listed] } satisfies protocol.AgentsResponse;

export const compliance = {
  total: 1,
  data: [{ agentId: 1, creator: CREATOR, status: "Active", compliance: standing }],
} satisfies protocol.ComplianceListResponse;

export const lineage = {
  agentId: 1,
  wallet: WALLET,
  generation: 0,
  status: "Active",
  children: [{ agentId: 2, wallet: CHILD_WALLET, generation: 1, status: "Suspended", children: [] }],
} satisfies protocol.LineageNode;

const report = {
  amount: 125_000,
  currency: "USDC",
  category: "research",
  periodStart: "2026-02-01T00:00:00.000Z",
  periodEnd: "2026-02-28T00:00:00.000Z",
};

export const revenue = {
  total: 1,
  offset: 0,
  limit: 100,
  data: [{ ...report, reportedAt: record.lastRevenueReport }],
} satisfies protocol.RevenueResponse;

export const revenueAggregate = {
  totalReports: 1,
  totalAmount: 125_000,
  byCurrency: { USDC: 125_000 },
  byCategory: { research: 125_000 },
} satisfies protocol.RevenueAggregateResponse;

export const revenueTimeline = {
  interval: "day",
  data: [{ start: "2026-02-28T00:00:00.000Z", currency: "USDC", amount: 125_000, reports: 1 }],
} satisfies protocol.RevenueTimelineResponse;

export const topEarners = {
  currency: "USDC",
  limit: 10,
  data: [
    {
      agentId: 1,
      agentWallet: WALLET,
      haftungsperson: HAFTUNGSPERSON,
      operationalScope: "Market research",
      status: "Active",
      amount: 125_000,
      reports: 1,
    },
  ],
} satisfies protocol.TopEarnersResponse;

const filed = { blockNumber: BLOCK.number, transactionHash: TRANSACTION, actor: WALLET } as const;

const registration = {
  ...filed,
  timestamp: REGISTERED_AT,
  kind: "registered",
  parentAgentId: 0,
  haftungsperson: HAFTUNGSPERSON,
  agentWallet: WALLET,
} as const;

export const history = {
  total: 2,
  offset: 0,
  limit: 100,
  data: [
    registration,
    { ...filed, timestamp: record.lastRevenueReport, kind: "revenue-reported", ...report },
  ],
} satisfies protocol.HistoryResponse;

const suspension = {
  ...filed,
  sequence: 4,
  agentId: 1,
  timestamp: NOW,
  blockHash: BLOCK.hash,
  logIndex: 0,
  kind: "status-changed",
  oldStatus: "Active",
  newStatus: "Suspended",
  reason: "Complaint 12/2026",
} as const;

const CURSOR = "1.3f0c8a6e5d1b2974";

export const filings = {
  filings: [{ sequence: 1, agentId: 1, ...registration, blockHash: BLOCK.hash, logIndex: 3 }],
  next: CURSOR,
  hasMore: false,
  head: { blockNumber: BLOCK.number, blockHash: BLOCK.hash, sequence: 1 },
} satisfies protocol.FilingsResponse;

export const takenBack = {
  error: "The chain has taken back filings up to here",
  next: CURSOR,
  sequence: 1,
} satisfies protocol.TakenBackResponse;

export const enforcement = {
  data: [{ ...suspension, action: "suspended" }],
  next: null,
} satisfies protocol.EnforcementResponse;

const word = {
  state: "agreed",
  since: REGISTERED_AT,
  transactionHash: TRANSACTION,
  changedSince: { constitution: false, capabilities: false },
} as const;

export const consents = {
  agentId: 1,
  recordHash: `0x${"2e".repeat(32)}`,
  wallet: word,
  haftungsperson: { ...word, address: HAFTUNGSPERSON },
  parent: null,
  proposedHaftungsperson: null,
} satisfies protocol.ConsentsResponse;

export const walletEntries = {
  ...page,
  data: [{ ...listed, isWalletReleased: false, consents: agreed, refusals: noRefusals }],
} satisfies protocol.WalletEntriesResponse;

const personSummary = {
  totalAgents: 1,
  statusDistribution: { Active: 1, Suspended: 0, Revoked: 0, Terminated: 0 },
  compliantCount: 1,
  complianceRate: "100.0",
  revokedAgents: [],
  revenue: [{ currency: "USDC", amount: 125_000, reports: 1 }],
  moreCurrencies: 0,
} satisfies protocol.CreatorSummary;

export const haftungsperson = {
  ...page,
  address: HAFTUNGSPERSON,
  summary: {
    ...personSummary,
    consents: { agreed: 1, refused: 0, none: 0 },
    formerAgents: { total: 1, agentIds: [2] },
  },
  data: [listed],
} satisfies protocol.HaftungspersonResponse;

export const creator = {
  ...page,
  address: CREATOR,
  summary: personSummary,
  data: [listed],
} satisfies protocol.CreatorResponse;

export const kya = {
  wallet: WALLET,
  isRegistered: true,
  isCompliant: true,
  agent: kyaAgent,
  checkedAt: NOW,
} satisfies protocol.KyaResponse;

export const name = {
  address: HAFTUNGSPERSON,
  name: "alice.eth",
  source: "ens",
  checkedAt: NOW,
} satisfies protocol.NameResponse;

/** Cut short: real nodes are some hundred bytes long each. */
export const kyaProof = {
  v: 1,
  chainId: 84_532,
  registry: REGISTRY,
  wallet: WALLET,
  block: { ...BLOCK, header: "0xf9026ea0" },
  accountProof: ["0xf90211a0"],
  storageProof: [{ key: `0x${"0e".repeat(32)}`, proof: ["0xf90211a0"] }],
};

export const bulkKya = {
  checkedAt: NOW,
  block: BLOCK,
  data: [
    {
      wallet: WALLET,
      isRegistered: true,
      isCompliant: true,
      agentId: 1,
      admissible: true,
      objections: [],
    },
    {
      wallet: CREATOR,
      isRegistered: false,
      isCompliant: false,
      agentId: null,
      admissible: false,
      objections: ["not-registered"],
    },
  ],
} satisfies protocol.BulkKyaResponse;

const stoodWell = {
  asOf,
  isCompliant: true,
  reason: "active-and-attested",
  consents: agreed,
  refusals: noRefusals,
} as const;

export const kyaAt = {
  ...stoodWell,
  wallet: WALLET,
  isRegistered: true,
  agent: kyaAgent,
} satisfies protocol.KyaAtResponse;

const { lastRevenueReport: _, ...recordThen } = record;
export const agentAt = {
  ...stoodWell,
  blockHash: `0x${"b1".repeat(32)}`,
  agent: recordThen,
  recordHash: `0x${"2e".repeat(32)}`,
  isWalletReleased: false,
} satisfies protocol.AgentAtResponse;

const CHAIN = "eip155:84532";
const API = "https://register.test/api/v1";

export const registrationFile = {
  type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
  name: "Agent 1",
  description: record.operationalScope,
  image: "https://dashboard.test/icon.svg",
  services: [
    { name: "agentWallet", endpoint: `${CHAIN}:${WALLET}` },
    { name: "agent-registry", endpoint: `${API}/agent/1`, version: "1" },
  ],
  x402Support: false,
  active: true,
  registrations: [{ agentId: 1, agentRegistry: `${CHAIN}:${REGISTRY}` }],
  supportedTrust: ["legal-accountability"],
  liability: {
    v: 1,
    haftungsperson: `${CHAIN}:${HAFTUNGSPERSON}`,
    consents: agreed,
    status: "Active",
    isCompliant: true,
    attestedUntil: "2026-03-06T12:00:00.000Z",
    generation: 0,
    parentAgentId: 0,
    receipt: `${API}/kya/${WALLET}/receipt`,
    proof: `${API}/kya/${WALLET}/proof`,
    binding: `${API}/agent/1/binding`,
  },
} satisfies protocol.RegistrationFile;

export const domain = {
  agentId: 1,
  domain: "agents.test",
  verified: true,
  reason: null,
  checkedAt: NOW,
} satisfies protocol.AgentDomainResponse;

export const jwks = {
  keys: [
    {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      kid: "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
      alg: "ES256",
      use: "sig",
    },
  ],
};

export const statusLists = { status_lists: ["https://register.test/api/v1/status-lists/0"] };

export const snapshots = {
  snapshots: [
    {
      name: `index-${BLOCK.number}-9f86d081884c7d65.ndjson.zst`,
      url: `https://register.test/api/v1/snapshots/index-${BLOCK.number}-9f86d081884c7d65.ndjson.zst`,
      chainId: 84_532,
      registryAddress: REGISTRY,
      block: { ...BLOCK, timestamp: ATTESTED_AT },
      madeAt: NOW,
      bytes: 4_096,
      fileSha256: "9f86d081884c7d65a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a089",
      sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      counts: { agents: 2, filings: 7 },
    },
  ],
} satisfies protocol.SnapshotsResponse;
