import {
  AgentIdParam,
  JwksResponse,
  StatusListParam,
  StatusListsResponse,
  TokenSchema,
  WalletParam,
} from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { indexErrors, processErrors } from "./errors.ts";
import * as examples from "./examples.ts";

type Responses = RouteDoc["responses"];

const signsNothing: Responses = { 404: { description: "`This register signs nothing`: it has no key" } };
const notAnAddress: Responses = { 400: { description: "Not an address: `Invalid wallet address: <value>`" } };

const binding = {
  summary: "Which agent a wallet is, who answers for it, and where its standing is listed, signed for a day",
  description:
    "For the agent, which shows it to providers in the header `agent-binding`. `consents` says who of those named has agreed.",
};
const bindingResponses: Responses = {
  200: { description: "`typ: agent-binding+jwt`", schema: TokenSchema, contentType: "application/jwt" },
  404: { description: "No such agent, or `This register signs nothing`" },
  410: { description: "The wallet was released from this record" },
  425: {
    description: "The chain may still take back what the record says; `Retry-After` says when to try again",
  },
  ...indexErrors,
};

export const signedRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/.well-known/jwks.json",
    operationId: "getJwks",
    tag: "Signed statements",
    summary: "The keys that the register signs with, now and next",
    responses: {
      200: {
        description: "Holds for an hour",
        schema: JwksResponse,
        example: examples.jwks,
        contentType: "application/jwk-set+json",
      },
      ...signsNothing,
      ...processErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/kya/{wallet}/receipt",
    operationId: "getKyaReceipt",
    tag: "Signed statements",
    summary: "The verdict on a wallet, signed, with the block that it was read at",
    description:
      "Also for a wallet without an agent (`agentId` 0). It never outlives the attestation. A receipt that contradicts the chain at its block convicts the operator.",
    params: WalletParam,
    responses: {
      200: {
        description: "`typ: kya-receipt+jwt`. Signed for each request",
        schema: TokenSchema,
        contentType: "application/jwt",
      },
      ...notAnAddress,
      ...signsNothing,
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/binding",
    operationId: "getAgentBinding",
    tag: "Signed statements",
    ...binding,
    params: AgentIdParam,
    responses: { 400: { description: "The ID is not a number" }, ...bindingResponses },
  },
  {
    method: "get",
    path: "/api/v1/kya/{wallet}/binding",
    operationId: "getKyaBinding",
    tag: "Signed statements",
    ...binding,
    params: WalletParam,
    responses: { ...notAnAddress, ...bindingResponses },
  },
  {
    method: "get",
    path: "/api/v1/status-lists",
    operationId: "listStatusLists",
    tag: "Signed statements",
    summary: "The addresses of all status lists",
    responses: {
      200: { description: "Holds for a minute", schema: StatusListsResponse, example: examples.statusLists },
      ...signsNothing,
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/status-lists/{list}",
    operationId: "getStatusList",
    tag: "Signed statements",
    hasEtag: true,
    summary: "The standing of a million agents, signed, as a Token Status List",
    description:
      "Two bits for each agent, by its number. 0: active, and the attestation holds until the list expires. 1: revoked or terminated. 2: suspended. 3: lapsed, or lapses before the list expires, or in doubt: ask, or refuse. `chain` names the block, `size` how many places there are.",
    params: StatusListParam,
    responses: {
      200: {
        description: "`typ: statuslist+jwt`. Built every minute, and soon after a status has changed",
        schema: TokenSchema,
        contentType: "application/statuslist+jwt",
      },
      404: { description: "No such list, or `This register signs nothing`" },
      501: { description: "With `time`: lists of the past are not kept" },
      ...indexErrors,
    },
  },
];
