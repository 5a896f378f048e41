import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import { AGENTS_PAGE, MAX_SEARCH_LENGTH } from "@agent-registry/protocol/limits";
import type { AgentsQuery } from "../../api/resources.ts";
import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";
import type { UrlChanges } from "../../shared/url-state/url-state.tsx";

export const PAGE_SIZE = AGENTS_PAGE.default;
const SORTABLE = ["agentId", "registeredAt", "lastAttestation"] as const;

/** The view that the address bar asks for. A value that makes no sense is ignored. */
export function parseAgentsQuery(params: Pick<URLSearchParams, "get">): AgentsQuery {
  const sort = SORTABLE.find((name) => name === params.get("sort")) ?? "agentId";
  const order = params.get("order");
  return {
    page: parsePageNumber(params.get("page")),
    limit: PAGE_SIZE,
    search: (params.get("search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    status: AGENT_STATUSES.find((name) => name === params.get("status")) ?? null,
    sort,
    order: order === "asc" || order === "desc" ? order : toFirstOrder(sort),
  };
}

/** Numbers count up; of times, the newest are wanted first. */
function toFirstOrder(sort: AgentsQuery["sort"]): AgentsQuery["order"] {
  return sort === "agentId" ? "asc" : "desc";
}

/** What the address bar says after a click on a column's heading: sorts by it, or the other way round. */
export function toSortChanges(query: Pick<AgentsQuery, "sort" | "order">, column: string): UrlChanges {
  const sort = SORTABLE.find((name) => name === column) ?? "agentId";
  const turned = query.order === "asc" ? "desc" : "asc";
  const order = sort === query.sort ? turned : toFirstOrder(sort);
  return {
    sort: sort === "agentId" ? null : sort,
    order: order === toFirstOrder(sort) ? null : order,
    page: null,
  };
}
