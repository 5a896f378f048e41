import {
  AgentIdParam,
  AgentResponse,
  AgentsQuery,
  AgentsResponse,
  ComplianceListResponse,
  DetailedStatsResponse,
  HealthResponse,
  KyaResponse,
  LineageNodeSchema,
  RevenueAggregateQuery,
  RevenueAggregateResponse,
  RevenuePageQuery,
  RevenueResponse,
  StatsQuery,
  StatsResponse,
  WalletParam,
} from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { agentErrors, indexErrors, invalidParameter, processErrors, slowQuery } from "./errors.ts";

export const specifiedRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/health",
    summary: "Whether the service is alive",
    description: "`ok`; `syncing` while the index catches up; `degraded` while no RPC node answers.",
    responses: { 200: { description: "Always", schema: HealthResponse }, ...processErrors },
  },
  {
    method: "get",
    path: "/api/v1/stats",
    summary: "Total number of agents",
    query: StatsQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: StatsResponse },
      ...invalidParameter,
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/stats/detailed",
    summary: "Distributions, compliance rate, revenue and recent registrations",
    responses: {
      200: { description: "Cached for 5 minutes", schema: DetailedStatsResponse },
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}",
    summary: "One agent with its children and compliance",
    params: AgentIdParam,
    responses: { 200: { description: "Cached for 5 minutes", schema: AgentResponse }, ...agentErrors },
  },
  {
    method: "get",
    path: "/api/v1/agents",
    summary: "Agents, page by page",
    query: AgentsQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: AgentsResponse },
      ...invalidParameter,
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/agents/compliance",
    summary: "All agents by attestation age, most stale first",
    responses: {
      200: { description: "Cached for 5 minutes", schema: ComplianceListResponse },
      ...indexErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/lineage",
    summary: "An agent and its descendants as a tree",
    description:
      "At most 15 levels and 50 children of a node; a node that leaves some out carries a `note`. Children that the parent has agreed to come first.",
    params: AgentIdParam,
    responses: {
      200: { description: "Cached for 10 minutes", schema: LineageNodeSchema },
      ...agentErrors,
      ...slowQuery,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/revenue",
    summary: "An agent's revenue reports, oldest first",
    params: AgentIdParam,
    query: RevenuePageQuery,
    responses: {
      200: { description: "Not cached", schema: RevenueResponse },
      ...agentErrors,
      ...invalidParameter,
    },
  },
  {
    method: "get",
    path: "/api/v1/revenue/aggregate",
    summary: "Revenue totals over all agents",
    description: "Amounts are whole cents. `totalAmount` sums over all currencies.",
    query: RevenueAggregateQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: RevenueAggregateResponse },
      ...indexErrors,
      ...slowQuery,
      ...invalidParameter,
    },
  },
  {
    method: "get",
    path: "/api/v1/kya/{wallet}",
    summary: "Know Your Agent: is this wallet's agent registered and compliant?",
    params: WalletParam,
    responses: {
      200: { description: "Also for a wallet without an agent. Cached for 1 minute", schema: KyaResponse },
      400: { description: "Not an address: `Invalid wallet address: <value>`" },
      ...indexErrors,
    },
  },
];
