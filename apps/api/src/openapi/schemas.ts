import * as protocol from "@agent-registry/protocol";

/** What travels in the bodies of requests and answers, by its name in the document and in generated clients. */
export const schemas = {
  AgentStatus: protocol.StatusSchema,
  Agent: protocol.AgentSchema,
  Compliance: protocol.ComplianceSchema,
  AgentDetails: protocol.AgentResponse,
  AgentListItem: protocol.AgentListItem,
  AgentList: protocol.AgentsResponse,
  ComplianceListItem: protocol.ComplianceListItem,
  ComplianceList: protocol.ComplianceListResponse,
  LineageNode: protocol.LineageNodeSchema,
  WalletEntry: protocol.WalletEntrySchema,
  WalletEntryList: protocol.WalletEntriesResponse,
  Filing: protocol.FilingSchema,
  FilingList: protocol.HistoryResponse,
  Consents: protocol.Consents,
  Refusals: protocol.Refusals,
  ConsentDetails: protocol.ConsentsResponse,
  AsOf: protocol.KyaAtResponse.shape.asOf,
  AgentAt: protocol.AgentAtResponse,
  AgentDomain: protocol.AgentDomainResponse,
  Liability: protocol.LiabilitySchema,
  RegistrationFile: protocol.RegistrationFile,

  RevenueReport: protocol.RevenueReportSchema,
  RevenueReportList: protocol.RevenueResponse,
  RevenueAggregate: protocol.RevenueAggregateResponse,
  RevenueTimeline: protocol.RevenueTimelineResponse,
  TopEarners: protocol.TopEarnersResponse,

  ChainIdentity: protocol.ChainIdentity,
  Stats: protocol.StatsResponse,
  RecentRegistration: protocol.RecentRegistrationSchema,
  DetailedStats: protocol.DetailedStatsResponse,

  KyaAgent: protocol.KyaAgentSchema,
  Kya: protocol.KyaResponse,
  KyaAt: protocol.KyaAtResponse,
  KyaPolicy: protocol.PolicySchema,
  KyaDecision: protocol.KyaDecisionSchema,
  KyaDecisionsRequest: protocol.BulkKyaRequest,
  KyaDecisions: protocol.BulkKyaResponse,
  KyaProof: protocol.KyaProofResponse,

  Name: protocol.NameResponse,

  Jwks: protocol.JwksResponse,
  SignedToken: protocol.TokenSchema,
  StatusLists: protocol.StatusListsResponse,

  Health: protocol.HealthResponse,
  ReadyCause: protocol.ReadyCause,
  Ready: protocol.ReadyResponse,
};
