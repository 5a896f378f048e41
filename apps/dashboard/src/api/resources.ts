import type {
  AgentAtResponse,
  AgentDomainResponse,
  AgentResponse,
  AgentStatus,
  AgentsResponse,
  AgentWalletsResponse,
  ComplianceListResponse,
  ConsentsResponse,
  CreatorResponse,
  DetailedStatsResponse,
  EnforcementAction,
  EnforcementResponse,
  HaftungspersonResponse,
  HaftungspersonSummary,
  HistoryResponse,
  KyaAtResponse,
  KyaResponse,
  LineageNode,
  NotariesResponse,
  NotaryResponse,
  PersonRole,
  RevenueAggregateResponse,
  RevenueResponse,
  RevenueTimelineResponse,
  StatsResponse,
  TopEarnersResponse,
  WalletEntriesResponse,
} from "@agent-registry/protocol";
import { RECENT_REGISTRATIONS } from "@agent-registry/protocol/limits";

/** A path of the query API, and the type of what it answers. */
export type Resource<T> = { readonly path: string; readonly answer?: T };

export type AgentsQuery = {
  page: number;
  limit: number;
  search: string;
  status: AgentStatus | null;
  sort: "agentId" | "registeredAt" | "lastAttestation";
  order: "asc" | "desc";
};

/** A moment of the past, as the API takes it. */
export type Moment = { time: string } | { block: number };

type PersonQuery = Omit<AgentsQuery, "search"> & { role: PersonRole; address: string };

/** Only a Haftungsperson has consents, handovers and certificates. */
export type PersonSummary = CreatorResponse["summary"] &
  Partial<Pick<HaftungspersonSummary, "consents" | "formerAgents">>;
export type PersonResponse = Omit<CreatorResponse, "summary"> & { summary: PersonSummary } & Partial<
    Pick<HaftungspersonResponse, "certificates" | "pendingHandovers">
  >;

type EnforcementQuery = {
  kind: EnforcementAction | null;
  regulator: string | null;
  after: string | null;
};

export type Interval = RevenueTimelineResponse["interval"];

/** How many of a notary's certificates are asked for at once. */
export const CERTIFICATES_A_PAGE = 20;

/** Every request that the dashboard makes. */
export const resources = {
  stats: resource<StatsResponse>("/stats", { include: "chainIdentity" }),
  detailedStats: resource<DetailedStatsResponse>("/stats/detailed"),
  agents: (query: AgentsQuery) =>
    resource<AgentsResponse>("/agents", { ...query, include: "lastAttestation" }),
  newestAgents: resource<AgentsResponse>("/agents", {
    page: 1,
    limit: RECENT_REGISTRATIONS,
    sort: "registeredAt",
    order: "desc",
    include: "lastAttestation",
  }),
  person: ({ role, address, ...query }: PersonQuery) =>
    resource<PersonResponse>(`/${role}/${address}`, { ...query, include: "lastAttestation" }),
  /** As little of a person's answer as says how many agents it is about, and of a Haftungsperson its certificates. */
  personInShort: ({ role, address }: Pick<PersonQuery, "role" | "address">) =>
    resource<PersonResponse>(`/${role}/${address}`, { page: 1, limit: 1 }),
  notaries: resource<NotariesResponse>("/notaries"),
  notary: ({ address, page }: { address: string; page: number }) =>
    resource<NotaryResponse>(`/notary/${address}`, {
      limit: CERTIFICATES_A_PAGE,
      offset: (page - 1) * CERTIFICATES_A_PAGE,
    }),
  agent: (id: string) => resource<AgentResponse>(`/agent/${id}`),
  agentAt: ({ id, moment }: { id: string; moment: Moment }) =>
    resource<AgentAtResponse>(`/agent/${id}/at`, moment),
  consents: (id: string) => resource<ConsentsResponse>(`/agent/${id}/consents`),
  wallets: (id: string) => resource<AgentWalletsResponse>(`/agent/${id}/wallets`, { limit: 20, offset: 0 }),
  domain: (id: string) => resource<AgentDomainResponse>(`/agent/${id}/domain`),
  lineage: (id: string) => resource<LineageNode>(`/agent/${id}/lineage`, { include: "scope" }),
  history: ({ id, ...page }: { id: string | number; limit: number; offset: number }) =>
    resource<HistoryResponse>(`/agent/${id}/history`, { ...page, order: "desc" }),
  revenue: ({ id, ...page }: { id: string; limit: number; offset: number }) =>
    resource<RevenueResponse>(`/agent/${id}/revenue`, page),
  enforcement: (query: EnforcementQuery) =>
    resource<EnforcementResponse>("/enforcement", { ...query, limit: 20 }),
  compliance: resource<ComplianceListResponse>("/agents/compliance"),
  revenueAggregate: resource<RevenueAggregateResponse>("/revenue/aggregate"),
  revenueAggregateOf: (currency: string) =>
    resource<RevenueAggregateResponse>("/revenue/aggregate", { currency }),
  revenueTimeline: (interval: Interval) =>
    resource<RevenueTimelineResponse>("/revenue/timeline", { interval }),
  topEarners: (currency: string) => resource<TopEarnersResponse>("/revenue/top", { currency, limit: 10 }),
  kya: (wallet: string) => resource<KyaResponse>(`/kya/${wallet}`),
  kyaAt: ({ wallet, moment }: { wallet: string; moment: Moment }) =>
    resource<KyaAtResponse>(`/kya/${wallet}/at`, moment),
  walletEntries: (wallet: string) =>
    resource<WalletEntriesResponse>(`/wallet/${wallet}/entries`, { page: 1, limit: 20 }),
} as const;

/** What is null or empty is not asked for. */
function resource<T>(path: string, query: Record<string, string | number | null> = {}): Resource<T> {
  const asked = Object.entries(query).filter(([, value]) => value !== null && value !== "");
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return { path: `/api/v1${path}${search === "" ? "" : `?${search}`}` };
}

/** The Atom feeds of the query API. */
export const feeds = {
  filings: "/api/v1/feeds/filings.atom",
  enforcement: "/api/v1/enforcement/feed.atom",
  agent: (id: string) => `/api/v1/agent/${id}/feed.atom`,
  haftungsperson: (address: string) => `/api/v1/haftungsperson/${address}/feed.atom`,
} as const;
