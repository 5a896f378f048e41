import {
  ATTESTATION_VALIDITY_SECONDS,
  CACHE_TTL_MS,
  type CreatorResponse,
  type HaftungspersonResponse,
  PEOPLE_ROLES,
  type PersonRole,
  PersonQuery as Query,
  toComplianceRate,
} from "@agent-registry/protocol";
import { type Context, Hono } from "hono";
import { type Address, getAddress } from "viem";
import type { PersonFindings } from "../index-store/index-reader.ts";
import { toAgentListItem, toAttestedListItem } from "../serializers/to-agent.ts";
import { toJsonSum } from "../serializers/to-json-sum.ts";
import { linkStoredPages } from "./link-pages.ts";
import { parseAddress, parseQuery, toOffset } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "freshness">;
type Asked = { role: PersonRole; address: Address; query: Query };

/** What one address answers for, and what it has registered. An address that no record names has no agents. */
export function peopleRoutes({ reader, responses, freshness }: Deps) {
  async function getPerson(asked: Asked): Promise<HaftungspersonResponse | CreatorResponse> {
    const { role, address, query } = asked;
    const { page, limit, include, ...filter } = query;
    const { status, sort, order } = filter;
    const found = await reader.getPerson({
      person: { role, address },
      ...(status === undefined ? {} : { status }),
      sort,
      order,
      limit,
      offset: toOffset({ page, limit }),
      attestedSince: freshness.now() - ATTESTATION_VALIDITY_SECONDS,
    });
    const total = status === undefined ? countAll(found) : found.byStatus[status];
    return {
      address: getAddress(address),
      total,
      page,
      limit,
      totalPages: Math.ceil(total / limit),
      summary: { ...toSummary(found), ...(role === "haftungsperson" ? toResponsibility(found) : {}) },
      data: found.agents.map(include === undefined ? toAgentListItem : toAttestedListItem),
    };
  }

  function answer(c: Context, role: PersonRole) {
    const address = parseAddress(c);
    const query = parseQuery(c, Query);
    return responses.cachedJson(c, {
      key: `${role}/${address}/${JSON.stringify(query)}`,
      ttlMs: CACHE_TTL_MS.person,
      isSlow: true,
      produce: () => getPerson({ role, address, query }),
      accept: (body) => linkStoredPages(c, { page: query.page, body }),
    });
  }

  const routes = new Hono();
  for (const role of PEOPLE_ROLES) routes.get(`/${role}/:address`, (c) => answer(c, role));
  return routes;
}

function countAll({ byStatus }: PersonFindings): number {
  return Object.values(byStatus).reduce((sum, agents) => sum + agents, 0);
}

function toSummary(found: PersonFindings): CreatorResponse["summary"] {
  const totalAgents = countAll(found);
  return {
    totalAgents,
    statusDistribution: found.byStatus,
    compliantCount: found.compliant,
    complianceRate: toComplianceRate({ compliant: found.compliant, total: totalAgents }),
    revokedAgents: found.revokedIds,
    revenue: found.revenue.map((sum) => ({ ...sum, amount: toJsonSum(sum.amount) })),
    moreCurrencies: found.moreCurrencies,
  };
}

/** What only somebody who answers for agents has said. */
function toResponsibility(found: PersonFindings) {
  const { agreed, refused, formerAgents } = found;
  return { consents: { agreed, refused, none: countAll(found) - agreed - refused }, formerAgents };
}
