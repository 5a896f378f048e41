import {
  AgentIdParam,
  ConsentsResponse,
  HistoryQuery,
  HistoryResponse,
  ReadyResponse,
  RevenueTimelineResponse,
  TimelineQuery,
  TopEarnersQuery,
  TopEarnersResponse,
} from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { agentErrors, indexErrors, invalidParameter, processErrors } from "./errors.ts";

export const additionalRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/revenue/timeline",
    summary: "Revenue over time, by currency",
    description:
      "By when it was reported, in UTC; weeks start on Monday. Intervals without reports are left out.",
    query: TimelineQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: RevenueTimelineResponse },
      ...invalidParameter,
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/revenue/top",
    summary: "The agents that reported most in one currency",
    query: TopEarnersQuery,
    responses: {
      200: { description: "Cached for 5 minutes", schema: TopEarnersResponse },
      ...invalidParameter,
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/history",
    summary: "Every change of an agent's record, with block, transaction, actor and reason",
    params: AgentIdParam,
    query: HistoryQuery,
    responses: {
      200: { description: "Not cached", schema: HistoryResponse },
      ...agentErrors,
      ...invalidParameter,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/consents",
    summary: "Which of the parties named in an agent's record have agreed",
    params: AgentIdParam,
    responses: { 200: { description: "Not cached", schema: ConsentsResponse }, ...agentErrors },
  },
  {
    method: "get",
    path: "/ready",
    summary: "Whether the index is caught up with the chain",
    responses: {
      200: { description: "Caught up", schema: ReadyResponse },
      503: { description: "Not caught up, and why", schema: ReadyResponse },
      ...processErrors,
    },
  },
  {
    method: "get",
    path: "/metrics",
    summary: "Metrics for Prometheus",
    responses: { 200: { description: "Prometheus text format", schema: "text" }, ...processErrors },
  },
];
