import {
  type AgentStatus,
  ATTESTATION_VALIDITY_SECONDS,
  type ChainIdentity,
  type ConsentsResponse,
  type Filing,
  type RevenueReport,
} from "@agent-registry/protocol";
import { STATUS_VALUES, setStatus, toListBytes, VALUES_BY_STATUS } from "@agent-registry/protocol/signed";
import { getAddress, numberToHex, pad } from "viem";
import type {
  AgentsFilter,
  IndexedAgent,
  IndexReader,
  LineageRow,
  Moment,
  NamingRecord,
} from "../index-store/index-reader.ts";

/** A time on the test's clock: 2026-03-01T12:00:00Z. */
export const TEST_NOW = 1_772_366_400;

/** Of every block that holds a filing. */
export const TEST_FILING_HASH = `0x${"f1".repeat(32)}` as const;

/** An address that is easy to recognise: the number, right-aligned. */
export function testAddress(number: number) {
  return getAddress(numberToHex(number, { size: 20 }));
}

export function testAgent(overrides: Partial<IndexedAgent> = {}): IndexedAgent {
  const agentId = overrides.agentId ?? 1;
  return {
    agentId,
    creator: testAddress(0xc0000 + agentId),
    haftungsperson: testAddress(0xb0000 + agentId),
    agentWallet: testAddress(0xa0000 + agentId),
    constitutionHash: pad("0x01", { size: 32 }),
    capabilityHash: pad("0x02", { size: 32 }),
    operationalScope: `Scope of agent ${agentId}`,
    parentAgentId: 0,
    generation: 0,
    selfModifying: false,
    registeredAt: TEST_NOW - 10_000 + agentId,
    lastAttestation: TEST_NOW - 1_000 + agentId,
    lastRevenueReport: 0,
    status: "Active",
    childCount: 0,
    ...overrides,
  };
}

export function testReport(overrides: Partial<RevenueReport> = {}): RevenueReport {
  return {
    amount: 100,
    currency: "USDC",
    category: "research",
    periodStart: "2026-02-01T00:00:00.000Z",
    periodEnd: "2026-02-28T00:00:00.000Z",
    reportedAt: "2026-03-01T00:00:00.000Z",
    ...overrides,
  };
}

/** What the parties of a root have said, unless told otherwise: nothing. */
export function testConsents(overrides: Partial<ConsentsResponse> = {}): ConsentsResponse {
  const changedSince = { constitution: false, capabilities: false };
  const nothing = { state: "none", since: null, transactionHash: null, changedSince } as const;
  return {
    agentId: 1,
    recordHash: pad("0x03", { size: 32 }),
    wallet: nothing,
    haftungsperson: { ...nothing, address: testAddress(0xb0001) },
    parent: null,
    proposedHaftungsperson: null,
    ...overrides,
  };
}

/** Where the made-up agents are registered. */
export const TEST_CHAIN: ChainIdentity = { chainId: 84532, genesisHash: `0x${"ab".repeat(32)}` };

type Said = Pick<NamingRecord, "isWalletReleased" | "consents" | "refusals">;

const NOTHING_SAID: Said = {
  isWalletReleased: false,
  consents: { wallet: false, haftungsperson: false, parent: false },
  refusals: { haftungsperson: false, parent: false },
};

const isRemembered = (moment: Moment) => "block" in moment && moment.block >= FIRST_REMEMBERED;

export type MemoryIndexData = {
  agents?: IndexedAgent[];
  reports?: Record<number, RevenueReport[]>;
  filings?: Record<number, Filing[]>;
  consents?: Record<number, ConsentsResponse>;
  /** What the parties of an agent have said, if anything. */
  said?: Record<number, Partial<Said>>;
  /** The newest block that changed an agent's parties; 1 if not given. */
  partiesBlocks?: Record<number, number>;
};

/** At which the index in memory stands. */
export const TEST_BLOCK = { number: 100, hash: `0x${"cd".repeat(32)}`, timestamp: TEST_NOW } as const;

/** The index in memory remembers the times of blocks from this one on. */
const FIRST_REMEMBERED = 60;

/** The chain of the index in memory has a block a second, and the block of `TEST_NOW` is its newest. */
export function toTestTime(block: number): number {
  return TEST_NOW - (TEST_BLOCK.number - block);
}

const toTestBlock = (time: number) => Math.max(1, time - toTestTime(0));

function countByStatus(agents: IndexedAgent[]): Record<AgentStatus, number> {
  const byStatus = { Active: 0, Suspended: 0, Revoked: 0, Terminated: 0 };
  for (const { status } of agents) byStatus[status] += 1;
  return byStatus;
}

function toSorted(agents: IndexedAgent[], { sort, order }: Pick<AgentsFilter, "sort" | "order">) {
  const sign = order === "asc" ? 1 : -1;
  return agents.toSorted((a, b) => sign * (a[sort] - b[sort]) || a.agentId - b.agentId);
}

/** An index in memory, for tests of the routes. The real one is tested against a chain. */
export function createMemoryIndex({
  agents = [],
  reports = {},
  filings = {},
  consents = {},
  said = {},
  partiesBlocks = {},
}: MemoryIndexData) {
  const saidOf = ({ agentId }: IndexedAgent): Said => ({ ...NOTHING_SAID, ...said[agentId] });
  const namingRecords = (wallet: string) =>
    agents
      .filter((agent) => agent.agentWallet.toLowerCase() === wallet)
      .map((agent) => ({ ...agent, ...saidOf(agent) }))
      .sort((a, b) => b.agentId - a.agentId);
  const byId = new Map(agents.map((agent) => [agent.agentId, agent]));
  const childrenOf = (agentId: number) => agents.filter((agent) => agent.parentAgentId === agentId);
  const ancestorsOf = ({ parentAgentId }: IndexedAgent): (IndexedAgent & Said)[] => {
    const parent = byId.get(parentAgentId);
    return parent === undefined ? [] : [{ ...parent, ...saidOf(parent) }, ...ancestorsOf(parent)];
  };
  const allReports = Object.values(reports).flat();

  const reader: IndexReader = {
    findNewestBlock: async () => ({ number: TEST_BLOCK.number, hash: TEST_BLOCK.hash }),
    findAgent: async (agentId) => byId.get(agentId),
    findWalletEntry: async (wallet) => namingRecords(wallet).find((record) => !record.isWalletReleased),
    async findWalletStandings(wallets, { withAncestors }) {
      const bound = wallets.flatMap(
        (wallet) => namingRecords(wallet).find((record) => !record.isWalletReleased) ?? [],
      );
      const byWallet = new Map(
        bound.map((record) => [
          record.agentWallet.toLowerCase(),
          withAncestors ? { ...record, ancestors: ancestorsOf(record) } : record,
        ]),
      );
      const { number, hash } = TEST_BLOCK;
      return { block: { number, hash }, byWallet };
    },
    async getWalletEntriesPage(wallet, { limit, offset }) {
      const found = namingRecords(wallet);
      return { total: found.length, records: found.slice(offset, offset + limit) };
    },
    findConsents: async (agentId) => consents[agentId],
    async findEntrySnapshot(key) {
      const agent =
        "agentId" in key
          ? byId.get(key.agentId)
          : namingRecords(key.wallet).find((record) => !record.isWalletReleased);
      const record = agent && {
        ...agent,
        ...saidOf(agent),
        partiesBlock: partiesBlocks[agent.agentId] ?? 1,
      };
      return { chainId: TEST_CHAIN.chainId, block: TEST_BLOCK, record };
    },
    async findAsOf(key, moment) {
      const time = "time" in moment ? moment.time : toTestTime(moment.block);
      const named = "agentId" in key ? [byId.get(key.agentId)] : namingRecords(key.wallet);
      const found = named.find((agent) => agent !== undefined && agent.registeredAt <= time);
      const lastTime = Math.max(
        ...agents.map((agent) => agent.registeredAt).filter((registered) => registered <= time),
      );
      return {
        head: TEST_BLOCK,
        lastFiling:
          lastTime > 0
            ? { blockNumber: toTestBlock(lastTime), blockHash: TEST_FILING_HASH, timestamp: lastTime }
            : undefined,
        blockTime: isRemembered(moment) ? time : undefined,
        blockHash: isRemembered(moment) ? TEST_BLOCK.hash : undefined,
        laterBlock: time < TEST_NOW ? toTestBlock(time) + 1 : undefined,
        // As it is now: the real index is tested for what it was.
        record: found && { ...found, scopeHash: undefined, ...saidOf(found) },
      };
    },
    async findStandings({ expiresAt }) {
      const lastAgentId = Math.max(0, ...agents.map((agent) => agent.agentId));
      const values = toListBytes(lastAgentId + 1);
      setStatus(values, 0, STATUS_VALUES.invalid);
      for (const { agentId, status, lastAttestation } of agents) {
        const isLapsed = status === "Active" && lastAttestation + ATTESTATION_VALIDITY_SECONDS < expiresAt;
        setStatus(values, agentId, isLapsed ? STATUS_VALUES.ask : VALUES_BY_STATUS[status]);
      }
      return { chainId: TEST_CHAIN.chainId, block: TEST_BLOCK, lastAgentId, lastSequence: 0, values };
    },
    hasStandingChangedSince: async () => false,
    getChildIds: async (agentId) => childrenOf(agentId).map((child) => child.agentId),
    async getAgentsPage({ status, search, sort, order, limit, offset }) {
      const found = agents
        .filter((agent) => status === undefined || agent.status === status)
        .filter((agent) => search === undefined || agent.operationalScope.toLowerCase().includes(search));
      return { total: found.length, agents: toSorted(found, { sort, order }).slice(offset, offset + limit) };
    },
    async getPerson({ person, status, sort, order, limit, offset, attestedSince }) {
      const named = agents.filter((agent) => agent[person.role].toLowerCase() === person.address);
      const listed = named.filter((agent) => status === undefined || agent.status === status);
      const said = named.map(saidOf);
      const isAsked = person.role === "haftungsperson";
      return {
        agents: toSorted(listed, { sort, order }).slice(offset, offset + limit),
        byStatus: countByStatus(named),
        compliant: named.filter(
          (agent) => agent.status === "Active" && agent.lastAttestation >= attestedSince,
        ).length,
        agreed: isAsked ? said.filter(({ consents }) => consents.haftungsperson).length : 0,
        refused: isAsked ? said.filter(({ refusals }) => refusals.haftungsperson).length : 0,
        revokedIds: named.filter((agent) => agent.status === "Revoked").map(({ agentId }) => agentId),
        revenue: named.length === 0 ? [] : [{ currency: "USDC", amount: 5n, reports: 1 }],
        moreCurrencies: 0,
        formerAgents: { total: 0, agentIds: [] },
      };
    },
    async *streamByAttestation() {
      const sorted = agents.toSorted(
        (a, b) => a.lastAttestation - b.lastAttestation || a.agentId - b.agentId,
      );
      for (let start = 0; start < sorted.length; start += 100) yield sorted.slice(start, start + 100);
    },
    async getLineage(agentId, { maxLevels, maxChildren, maxNodes, maxScopeLength }) {
      const root = byId.get(agentId);
      if (root === undefined) return undefined;
      const collect = (row: LineageRow, level: number): LineageRow[] =>
        level === maxLevels
          ? [row]
          : [
              row,
              ...childrenOf(row.agentId)
                .sort((a, b) => Number(saidOf(b).consents.parent) - Number(saidOf(a).consents.parent))
                .slice(0, maxChildren)
                .flatMap((child) => collect(child, level + 1)),
            ];
      const rows = collect(root, 1)
        .toSorted((a, b) => a.generation - b.generation)
        .slice(0, maxNodes);
      if (maxScopeLength === undefined) return rows;
      return rows.map((row) => ({
        ...row,
        scope: byId.get(row.agentId)?.operationalScope.slice(0, maxScopeLength) ?? "",
      }));
    },
    findChainIdentity: async () => TEST_CHAIN,
    async getTotals() {
      const byGeneration: Record<string, number> = {};
      for (const { generation } of agents) byGeneration[generation] = (byGeneration[generation] ?? 0) + 1;
      return { totalAgents: agents.length, byStatus: countByStatus(agents), byGeneration };
    },
    countCompliant: async (since) =>
      agents.filter((agent) => agent.status === "Active" && agent.lastAttestation >= since).length,
    getRecentRegistrations: async (limit) => agents.toSorted((a, b) => b.agentId - a.agentId).slice(0, limit),
    async getRevenueTotals(only) {
      const counted = allReports.filter(({ currency }) => (only ?? currency) === currency);
      const byCurrency: Record<string, bigint> = {};
      const byCategory: Record<string, bigint> = {};
      for (const { amount, currency, category } of counted) {
        byCurrency[currency] = (byCurrency[currency] ?? 0n) + BigInt(amount);
        byCategory[category] = (byCategory[category] ?? 0n) + BigInt(amount);
      }
      const totalAmount = counted.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      return { totalReports: counted.length, totalAmount, byCurrency, byCategory };
    },
    async findRevenuePage(agentId, { limit, offset }) {
      if (!byId.has(agentId)) return undefined;
      const all = reports[agentId] ?? [];
      return { total: all.length, reports: all.slice(offset, offset + limit) };
    },
    getRevenueTimeline: async ({ limit }) =>
      [{ start: TEST_NOW, currency: "USDC", amount: 100n, reports: 1 }].slice(0, limit),
    getTopEarners: async ({ currency = "USDC", limit }) =>
      agents.length === 0
        ? undefined
        : {
            currency,
            earners: agents.slice(0, limit).map((agent) => ({ ...agent, amount: 5n, reports: 1 })),
          },
    async findHistoryPage(agentId, { limit, offset, order }) {
      if (!byId.has(agentId)) return undefined;
      const all = order === "asc" ? (filings[agentId] ?? []) : (filings[agentId] ?? []).toReversed();
      return { total: all.length, filings: all.slice(offset, offset + limit) };
    },
    // What follows the register as a whole is tested with a real index.
    findFilingsPage: async () => ({
      filings: [],
      next: [],
      hasMore: false,
      head: { blockNumber: TEST_BLOCK.number, blockHash: TEST_BLOCK.hash, sequence: 0 },
    }),
    getNewestFilings: async () =>
      agents.slice(0, 1).map(({ agentId }) => ({
        sequence: 1,
        agentId,
        kind: "attested",
        timestamp: "2026-03-01T00:00:00.000Z",
        previousAttestation: "2026-02-01T00:00:00.000Z",
        actor: testAddress(1),
        blockNumber: 1,
        blockHash: TEST_BLOCK.hash,
        transactionHash: TEST_BLOCK.hash,
        logIndex: 0,
      })),
    getEnforcementPage: async () => ({ filings: [], hasMore: false }),
  };
  return reader;
}
