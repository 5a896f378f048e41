import { RECENT_REGISTRATIONS } from "@agent-registry/protocol/limits";
import { type AgentsQuery, resources } from "../../api/resources.ts";

const NEWEST: AgentsQuery = {
  page: 1,
  limit: RECENT_REGISTRATIONS,
  search: "",
  status: null,
  sort: "registeredAt",
  order: "desc",
};

/** What the overview asks for. */
export const overviewQueries = {
  stats: resources.detailedStats,
  revenue: resources.revenueAggregate,
  newest: resources.agents(NEWEST),
};
