import {
  AddressParam,
  AgentIdParam,
  EnforcementQuery,
  EnforcementResponse,
  FilingsQuery,
  FilingsResponse,
  TakenBackResponse,
} from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { agentErrors, indexErrors, invalidParameter, slowQuery } from "./errors.ts";
import * as examples from "./examples.ts";

const feed = {
  method: "get",
  tag: "Following",
  hasEtag: true,
  responses: {
    200: {
      description: "Atom (RFC 4287), the 50 newest entries. Not cached",
      schema: "text",
      contentType: "application/atom+xml",
    },
    ...indexErrors,
  },
} as const satisfies Partial<RouteDoc>;

export const followingRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/filings",
    operationId: "listFilings",
    tag: "Following",
    hasEtag: true,
    summary: "Every filing of the register in chain order, for those who keep a copy; or the newest",
    description:
      "Begin without `after`, then ask with `next` of each answer; while `hasMore` is false, ask again after a while with the same `next`. It costs as much at the end of the register as at its beginning. If the chain was reorganised, the answer is 410: drop all filings after its `sequence`, and go on from its `next`. After that your copy is again a part of the register's chain. With `order=desc` the newest filings come first, and `next` goes on with those that will follow.",
    query: FilingsQuery,
    responses: {
      200: { description: "Not cached", schema: FilingsResponse, example: examples.filings },
      ...invalidParameter,
      410: {
        description:
          "What the cursor names is not in the register's chain any more. `next` names the newest filing that the cursor tells of and that still stands; at the worst, the beginning",
        schema: TakenBackResponse,
        example: examples.takenBack,
      },
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/enforcement",
    operationId: "listEnforcement",
    tag: "Following",
    hasEtag: true,
    summary: "Suspensions, reactivations, revocations, releases and refusals, newest first",
    description:
      "What regulators did, with the reason they gave, and which of those whom a record names refused it. An agent that ends itself is not among them. A refusal that suspends an agent or releases a wallet is one entry, `refused`.",
    query: EnforcementQuery,
    responses: {
      200: { description: "Not cached", schema: EnforcementResponse, example: examples.enforcement },
      ...invalidParameter,
      ...indexErrors,
    },
  },
  {
    ...feed,
    path: "/api/v1/feeds/filings.atom",
    operationId: "getFilingsFeed",
    summary: "The register's newest filings as an Atom feed",
  },
  {
    ...feed,
    path: "/api/v1/enforcement/feed.atom",
    operationId: "getEnforcementFeed",
    summary: "The newest enforcement as an Atom feed",
  },
  {
    ...feed,
    path: "/api/v1/agent/{id}/feed.atom",
    operationId: "getAgentFeed",
    summary: "An agent's newest filings as an Atom feed",
    params: AgentIdParam,
    responses: { ...feed.responses, ...agentErrors },
  },
  {
    ...feed,
    path: "/api/v1/haftungsperson/{address}/feed.atom",
    operationId: "getHaftungspersonFeed",
    summary: "The newest filings of the agents that a person answers for, as an Atom feed",
    description:
      "With the handovers that asked for the person or took an agent over from it. Of a person who answers for more than 1,000 agents, those registered last.",
    params: AddressParam,
    responses: {
      ...feed.responses,
      400: { description: "Not an address: `Invalid address: <value>`" },
      ...slowQuery,
    },
  },
];
