import type {
  AgentStatus,
  ChainIdentity,
  ConsentsResponse,
  EnforcementAction,
  EnforcementFiling,
  Filing,
  FilingsResponse,
  PersonRole,
  RegisterFiling,
  RevenueReport,
  TIMELINE_INTERVALS,
} from "@agent-registry/protocol";
import type { Address, Hash, Hex } from "viem";
import type { FilingCursor } from "./filing-cursor.ts";

/** An agent as the index holds it. Times are whole seconds since the epoch, addresses checksummed. */
export type IndexedAgent = {
  agentId: number;
  creator: Address;
  haftungsperson: Address;
  agentWallet: Address;
  constitutionHash: Hex;
  capabilityHash: Hex;
  operationalScope: string;
  parentAgentId: number;
  generation: number;
  selfModifying: boolean;
  registeredAt: number;
  lastAttestation: number;
  lastRevenueReport: number;
  status: AgentStatus;
  childCount: number;
};

/** What a KYA check tells of an agent: reading all columns would take twice as long. */
export type WalletEntry = Pick<
  IndexedAgent,
  | "agentId"
  | "creator"
  | "haftungsperson"
  | "agentWallet"
  | "operationalScope"
  | "registeredAt"
  | "lastAttestation"
  | "status"
>;

export type AgentSort = "agentId" | "registeredAt" | "lastAttestation";

export type AgentsFilter = {
  status?: AgentStatus;
  /** Words of the scope, the last one as the beginning of a word; or an id; or the beginning of an address. */
  search?: string;
  sort: AgentSort;
  order: "asc" | "desc";
  limit: number;
  offset: number;
};

/** A search counts at most this many matches: a word may be in half of the register. */
export const MAX_SEARCH_MATCHES = 500;

export type AgentsPage = {
  total: number;
  agents: IndexedAgent[];
  /** A search matches more agents than `total`, which are all that can be paged through. */
  isTotalCapped?: true;
};

/** Somebody in one of the roles that an agent's record names; the address in lower case. */
export type Person = { role: PersonRole; address: Address };

export type PersonQuery = Omit<AgentsFilter, "search"> & {
  person: Person;
  /** Active agents whose last attestation is at or after this second are compliant. */
  attestedSince: number;
};

/** A page of one person's agents; the rest is about all of them. Lists of ids are cut, highest first. */
export type PersonFindings = {
  agents: IndexedAgent[];
  byStatus: Record<AgentStatus, number>;
  compliant: number;
  /** Always 0 for creators: nobody asks them. */
  agreed: number;
  refused: number;
  revokedIds: number[];
  revenue: { currency: string; amount: bigint; reports: number }[];
  moreCurrencies: number;
  /** Agents that another person has taken over. */
  formerAgents: { total: number; agentIds: number[] };
};

/** Registration times never fall as ids rise, so ascending they are the same order. */
export function isIdOrder({ sort, order }: Pick<AgentsFilter, "sort" | "order">): boolean {
  return sort === "agentId" || (sort === "registeredAt" && order === "asc");
}

/** Whether the page is a range of ids. Every other one may have to walk over the register. */
export function isQuickPage(filter: Pick<AgentsFilter, "status" | "search" | "sort" | "order">): boolean {
  return filter.search === undefined && filter.status === undefined && isIdOrder(filter);
}

export type Totals = {
  totalAgents: number;
  byStatus: Record<AgentStatus, number>;
  byGeneration: Record<string, number>;
};

export type RevenueTotals = {
  totalReports: number;
  totalAmount: bigint;
  byCurrency: Record<string, bigint>;
  byCategory: Record<string, bigint>;
};

/**
 * A node of the flat answer to a lineage query. Children that the parent has agreed to come first, each group in
 * the contract's order: strangers cannot push them out of those that are shown.
 */
export type LineageRow = Pick<
  IndexedAgent,
  "agentId" | "agentWallet" | "generation" | "status" | "parentAgentId" | "childCount"
> & {
  /** If it was asked for. */
  scope?: string;
};

export type LineageBounds = {
  maxLevels: number;
  maxChildren: number;
  /** Of the whole tree, upper levels first. */
  maxNodes: number;
  /** Adds the scopes, each cut to so many characters. */
  maxScopeLength?: number;
};

export type Consents = { wallet: boolean; haftungsperson: boolean; parent: boolean };
export type Refusals = Omit<Consents, "wallet">;

/** A record that names a wallet; it is the wallet's entry unless the wallet was released from it. */
export type NamingRecord = IndexedAgent & {
  isWalletReleased: boolean;
  consents: Consents;
  refusals: Refusals;
};

/** What a decision by policy needs of the record that a wallet is bound to. */
export type WalletStanding = Pick<
  IndexedAgent,
  | "agentId"
  | "agentWallet"
  | "haftungsperson"
  | "status"
  | "registeredAt"
  | "lastAttestation"
  | "selfModifying"
  | "parentAgentId"
> & {
  consents: Consents;
  refusals: Refusals;
  /** From the parent up to the root, if they were asked for. */
  ancestors?: (Pick<IndexedAgent, "agentId" | "status" | "parentAgentId"> & {
    consents: Consents;
    refusals: Refusals;
  })[];
};

export type IndexedBlock = { number: number; hash: Hex };

/** Records as they all stand at one block. */
export type WalletStandings = {
  block: IndexedBlock;
  /** By wallet in lower case; those that are not bound to a record are not among them. */
  byWallet: Map<string, WalletStanding>;
};

/** Which record is asked for: the one that a wallet, in lower case, is bound to, or an agent's. */
export type EntryKey = { wallet: Address } | { agentId: number };

/** A record, or that there is none, and the block at which the index holds it. */
export type EntrySnapshot = {
  chainId: number;
  block: { number: number; hash: Hash; timestamp: number };
  record:
    | (Pick<
        IndexedAgent,
        "agentId" | "agentWallet" | "haftungsperson" | "registeredAt" | "lastAttestation" | "status"
      > & {
        consents: Consents;
        isWalletReleased: boolean;
        /** The newest block that changed who is named or who has agreed. */
        partiesBlock: number;
      })
    | undefined;
};

/** A moment of the past: the end of a second, or of a block. */
export type Moment = { time: number } | { block: number };

/** A record as it stood at a moment. When revenue was last reported is not told. */
export type PastRecord = Omit<IndexedAgent, "lastRevenueReport" | "childCount"> & {
  /** Of the scope's bytes, if the text does not give them. */
  scopeHash: Hash | undefined;
  isWalletReleased: boolean;
  consents: Consents;
  refusals: Refusals;
};

/** What the index knows of a moment, and the record at that moment if there was one. */
export type AsOf = {
  /** The index's newest block. After it nothing is known. */
  head: { number: number; timestamp: number };
  /** Of all agents' filings the last one up to the moment. */
  lastFiling: { blockNumber: number; blockHash: Hash; timestamp: number } | undefined;
  /** The time of the block that was asked for, if the index remembers it. */
  blockTime: number | undefined;
  /** The hash of that block, likewise. */
  blockHash: Hash | undefined;
  /** A block after the time that was asked for. If it is final, so is the answer. */
  laterBlock: number | undefined;
  record: PastRecord | undefined;
};

/** By what the agents are judged; both in seconds since the epoch. */
export type StandingsQuery = {
  /** An attestation that lapses before then counts as lapsed. */
  expiresAt: number;
  /** Of an agent whose parties have changed since then, older bindings may still be about. */
  partiesChangedSince: number;
};

/** How every agent stands at one block. */
export type Standings = {
  chainId: number;
  block: { number: number; hash: Hash };
  lastAgentId: number;
  /** The last filing up to this block. */
  lastSequence: number;
  /** Two bits for each agent by its number, as status lists have them. */
  values: Uint8Array;
};

/** Filings after a place in the register; or where to go back to, if that place is not in its chain any more. */
export type FilingsPage =
  | { filings: RegisterFiling[]; next: FilingCursor; hasMore: boolean; head: FilingsResponse["head"] }
  | { takenBackTo: FilingCursor };

/**
 * Of the whole register, of one agent, or of the agents that name a person, in lower case, as Haftungsperson; with the
 * handovers that asked for the person or took an agent over from it.
 */
export type FilingsOf = "all" | { agentId: number } | { haftungsperson: Address };

/** What the routes may ask. The same queries for SQLite and PostgreSQL; none scans the register. */
export type IndexReader = {
  /** The newest block whose events are all applied. Every read after this call includes them. */
  findNewestBlock(): Promise<IndexedBlock | undefined>;
  findAgent(agentId: number): Promise<IndexedAgent | undefined>;
  /**
   * The record that the wallet is bound to. `wallet` comes in lower case: hashing a checksum costs more (about 40 us) than the look-up. For the
   * same reason addresses are stored as they are answered, so that no read has to hash one.
   */
  findWalletEntry(wallet: Address): Promise<WalletEntry | undefined>;
  /** The same for many wallets at once, in lower case. Undefined while the index has no block. */
  findWalletStandings(
    wallets: readonly Address[],
    options: { withAncestors: boolean },
  ): Promise<WalletStandings | undefined>;
  /** All records that ever named the wallet, newest first. The wallet in lower case. */
  getWalletEntriesPage(
    wallet: Address,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; records: NamingRecord[] }>;
  findConsents(agentId: number): Promise<ConsentsResponse | undefined>;
  /** Undefined while the index is empty. */
  findEntrySnapshot(key: EntryKey): Promise<EntrySnapshot | undefined>;
  /**
   * The record that the wallet was bound to at a moment, or the agent's record at that moment. Takes as long for an
   * agent with many filings as for one with few. Undefined while the index is empty.
   */
  findAsOf(key: EntryKey, moment: Moment): Promise<AsOf | undefined>;
  /** Undefined while the index is empty. */
  findStandings(asked: StandingsQuery): Promise<Standings | undefined>;
  /** Whether an agent's status or one of its parties has changed since this filing. */
  hasStandingChangedSince(sequence: number): Promise<boolean>;
  /** In the contract's order: by id, since children are appended as they are registered. */
  getChildIds(agentId: number): Promise<number[]>;
  getAgentsPage(filter: AgentsFilter): Promise<AgentsPage>;
  getPerson(query: PersonQuery): Promise<PersonFindings>;
  /** All agents, most stale attestation first (ties by id), in chunks: the whole is never in memory. */
  streamByAttestation(): AsyncIterable<IndexedAgent[]>;
  /** The node and its descendants down to `maxLevels` (the root is level 1), at most `maxChildren` of each and
   * `maxNodes` altogether. */
  getLineage(agentId: number, bounds: LineageBounds): Promise<LineageRow[] | undefined>;
  /** Which chain the register is on. */
  findChainIdentity(): Promise<ChainIdentity | undefined>;
  getTotals(): Promise<Totals>;
  /** Active agents whose last attestation is at or after this second. */
  countCompliant(attestedSince: number): Promise<number>;
  getRecentRegistrations(limit: number): Promise<IndexedAgent[]>;
  /** Of all reports, or of those in one currency. */
  getRevenueTotals(currency?: string): Promise<RevenueTotals>;
  /** Oldest first. Undefined for an unknown agent. */
  findRevenuePage(
    agentId: number,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; reports: RevenueReport[] } | undefined>;
  getRevenueTimeline(query: {
    interval: (typeof TIMELINE_INTERVALS)[number];
    /** How many of the newest intervals that have reports. */
    limit: number;
  }): Promise<{ start: number; currency: string; amount: bigint; reports: number }[]>;
  /** Highest first, ties by id. Without a currency: the one with most reports, undefined if none at all. */
  getTopEarners(query: {
    currency?: string;
    limit: number;
  }): Promise<
    { currency: string; earners: (IndexedAgent & { amount: bigint; reports: number })[] } | undefined
  >;
  findHistoryPage(
    agentId: number,
    page: { limit: number; offset: number; order: "asc" | "desc" },
  ): Promise<{ total: number; filings: Filing[] } | undefined>;
  /** In chain order, after a place in it. Undefined while the index is empty. */
  findFilingsPage(query: { after: FilingCursor; limit: number }): Promise<FilingsPage | undefined>;
  /** Newest first. */
  getNewestFilings(query: { of: FilingsOf; limit: number }): Promise<RegisterFiling[]>;
  /** Newest first: those older than the filing `before`, if that is given. */
  getEnforcementPage(query: {
    action?: EnforcementAction | undefined;
    /** In lower case. */
    actor?: Address | undefined;
    before?: number | undefined;
    limit: number;
  }): Promise<{ filings: EnforcementFiling[]; hasMore: boolean }>;
};
