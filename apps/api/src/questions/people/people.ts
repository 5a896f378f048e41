import {
  ATTESTATION_VALIDITY_SECONDS,
  CACHE_TTL_MS,
  CreatorResponse,
  CreatorSummary,
  HaftungspersonResponse,
  HaftungspersonSummary,
  type PersonRole,
  PersonQuery as Query,
  toComplianceRate,
} from "@agent-registry/protocol";
import { getAddress } from "viem";
import { toPageFields } from "../../http/link-pages.ts";
import { toOffset } from "../../http/parse-request.ts";
import { defineQuestion, type Question } from "../../http/question.ts";
import { readCertificates } from "../../index/read/read-certificates.ts";
import {
  CHILD_WALLET,
  CREATOR,
  certificate,
  HAFTUNGSPERSON,
  listed,
  page as onePage,
} from "../shared/examples.ts";
import { toAgentListItem, toAttestedListItem } from "../shared/to-agent.ts";
import { toCertificate } from "../shared/to-certificate.ts";
import { toJsonSum } from "../shared/to-json-sum.ts";
import { type PersonFindings, readPerson } from "./read-person.ts";

type Described = Required<Pick<Question, "schemas">> &
  Pick<Question["doc"], "operationId" | "summary" | "description"> & {
    response: typeof HaftungspersonResponse | typeof CreatorResponse;
    example: HaftungspersonResponse | CreatorResponse;
  };

const summary = {
  totalAgents: 1,
  statusDistribution: { Active: 1, Suspended: 0, Revoked: 0, Terminated: 0 },
  compliantCount: 1,
  complianceRate: "100.0",
  revokedAgents: [],
  revenue: [{ currency: "USDC", amount: 125_000, reports: 1 }],
  moreCurrencies: 0,
} satisfies CreatorSummary;

/** What one address answers for, and what it has registered. An address that no record names has no agents. */
export const people: readonly Question[] = [
  definePerson("haftungsperson", {
    schemas: { HaftungspersonSummary, HaftungspersonDetails: HaftungspersonResponse },
    operationId: "getHaftungsperson",
    summary: "The agents that a person answers for, and how they stand",
    description:
      "The list is of those whose record names the person now, and pages as `/agents` does. `summary` is about all of them, whatever the page and its filter. Agents that another person has taken over are counted in `formerAgents` alone. `certificates` is what notaries have certified about who controls the address, also if no record names it; `pendingHandovers` what waits for its word, likewise.",
    response: HaftungspersonResponse,
    example: {
      ...onePage,
      address: HAFTUNGSPERSON,
      summary: {
        ...summary,
        consents: { agreed: 1, refused: 0, none: 0 },
        formerAgents: { total: 1, agentIds: [2] },
      },
      certificates: [certificate],
      pendingHandovers: {
        total: 1,
        data: [
          {
            agentId: 3,
            agentWallet: CHILD_WALLET,
            operationalScope: "Price comparison",
            haftungsperson: CREATOR,
          },
        ],
      },
      data: [listed],
    },
  }),
  definePerson("creator", {
    schemas: { CreatorSummary, CreatorDetails: CreatorResponse },
    operationId: "getCreator",
    summary: "The agents that somebody has registered, and how they stand",
    description:
      "As `/haftungsperson/{address}`, without consents, certificates and handovers: who registers an agent is not asked, and stays its creator.",
    response: CreatorResponse,
    example: { ...onePage, address: CREATOR, summary, data: [listed] },
  }),
];

function definePerson(role: PersonRole, { schemas, response, example, ...doc }: Described): Question {
  return defineQuestion({
    path: `/${role}/:address`,
    query: Query,
    response,
    keptMs: CACHE_TTL_MS.person,
    pace: () => "slow",
    async read(at, { address, page, include: _, ...filter }, { now }) {
      const found = await readPerson(at, {
        person: { role, address },
        ...filter,
        offset: toOffset({ page, limit: filter.limit }),
        attestedSince: now() - ATTESTATION_VALIDITY_SECONDS,
      });
      if (role === "creator") return { found };
      const certificates = (await readCertificates(at, [address], at.lastSequence)).get(address) ?? [];
      return { found, certificates };
    },
    answer({ found, certificates }, { address, page, limit, status, include }, { now }) {
      const total = status === undefined ? countAll(found) : found.byStatus[status];
      const body = {
        address: getAddress(address),
        ...toPageFields({ total, page, limit }),
        summary: { ...toSummary(found), ...(role === "haftungsperson" ? toResponsibility(found) : {}) },
        // Creators are not asked.
        ...(certificates !== undefined && {
          certificates: certificates.map((each) => toCertificate(each, now())),
          pendingHandovers: found.pendingHandovers,
        }),
        data: found.agents.map(include === undefined ? toAgentListItem : toAttestedListItem),
      };
      return { body };
    },
    schemas,
    doc: {
      tag: "People",
      ...doc,
      answer: "Also for an address that no record names in this role, without agents. Cached for 10 seconds",
      example,
    },
  });
}

function countAll({ byStatus }: PersonFindings): number {
  return Object.values(byStatus).reduce((sum, agents) => sum + agents, 0);
}

function toSummary(found: PersonFindings): CreatorSummary {
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

/** What a person who answers for agents has said of them. Creators are not asked. */
function toResponsibility(found: PersonFindings) {
  const { agreed, refused, formerAgents } = found;
  return { consents: { agreed, refused, none: countAll(found) - agreed - refused }, formerAgents };
}
