import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import { AGENTS_PAGE, MAX_SEARCH_LENGTH } from "@agent-registry/protocol/limits";
import type { AgentsQuery } from "../../api/resources.ts";

export const PAGE_SIZE = AGENTS_PAGE.default;
export const SORTABLE = ["agentId", "registeredAt", "lastAttestation"] as const;

/** The view that the address bar asks for. A value that makes no sense is ignored. */
export function parseAgentsQuery(params: Pick<URLSearchParams, "get">): AgentsQuery {
  const page = Number(params.get("page"));
  const sort = SORTABLE.find((name) => name === params.get("sort")) ?? "agentId";
  const order = params.get("order");
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    limit: PAGE_SIZE,
    search: (params.get("search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    status: AGENT_STATUSES.find((name) => name === params.get("status")) ?? null,
    sort,
    order: order === "asc" || order === "desc" ? order : toFirstOrder(sort),
  };
}

/** Numbers count up; of times, the newest are wanted first. */
export function toFirstOrder(sort: AgentsQuery["sort"]): AgentsQuery["order"] {
  return sort === "agentId" ? "asc" : "desc";
}
