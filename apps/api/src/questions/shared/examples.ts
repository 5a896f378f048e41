/** One answer of each kind, all about the same few agents. */
import type * as protocol from "@agent-registry/protocol";

export const REGISTRY = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
export const CREATOR = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const CHILD_WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const HAFTUNGSPERSON = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
export const NOTARY = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";
export const BLOCK = { number: 50_543_793, hash: `0x${"5c".repeat(32)}` } as const;
export const TRANSACTION = `0x${"a1".repeat(32)}` as const;
export const REGISTERED_AT = "2026-02-01T09:30:00.000Z";
export const ATTESTED_AT = "2026-02-27T12:00:00.000Z";
export const NOW = "2026-03-01T12:00:00.000Z";

export const record = {
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

export const standing = {
  isActive: true,
  attestationCurrent: true,
  secondsSinceAttestation: 172_800,
  childCount: 1,
  status: "Active",
} satisfies protocol.Compliance;

const { constitutionHash, capabilityHash, parentAgentId, selfModifying, lastRevenueReport, ...brief } =
  record;
const { lastAttestation, ...listed } = brief;
const { generation, ...kyaAgent } = brief;
const { operationalScope, generation: _, ...recent } = listed;

export { kyaAgent, listed, recent };

export const counts = { totalAgents: 2, registryAddress: REGISTRY, chain: "https://rpc.test" } as const;
export const page = { total: 1, page: 1, limit: 20, totalPages: 1 };
export const agreed = { wallet: true, haftungsperson: true, parent: true };
export const noRefusals = { haftungsperson: false, parent: false };

export const report = {
  amount: 125_000,
  currency: "USDC",
  category: "research",
  periodStart: "2026-02-01T00:00:00.000Z",
  periodEnd: "2026-02-28T00:00:00.000Z",
};

export const filed = { blockNumber: BLOCK.number, transactionHash: TRANSACTION, actor: WALLET } as const;

export const registration = {
  ...filed,
  timestamp: REGISTERED_AT,
  kind: "registered",
  actorRole: "creator",
  parentAgentId: 0,
  haftungsperson: HAFTUNGSPERSON,
  agentWallet: WALLET,
} as const;

export const suspension = {
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
  actorRole: "regulator",
  cause: "suspended",
} as const;

export const certificate = {
  person: HAFTUNGSPERSON,
  notary: NOTARY,
  kind: "natural",
  level: "substantial",
  since: REGISTERED_AT,
  until: "2028-02-01T09:30:00.000Z",
  ref: `0x${"7f".repeat(32)}`,
  accepted: ATTESTED_AT,
  counts: true,
  whyNot: null,
  transactions: { certified: TRANSACTION, accepted: `0x${"b2".repeat(32)}` },
} satisfies protocol.CertificateAnswer;
