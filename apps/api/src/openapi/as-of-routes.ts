import {
  AgentAtResponse,
  AgentIdParam,
  AsOfQuery,
  KyaAtResponse,
  WalletParam,
} from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { agentErrors, indexErrors } from "./errors.ts";
import * as examples from "./examples.ts";

const KEPT =
  "Holds for a day once no reorganisation of the chain can change it any more, until then for 1 minute";
const MOMENT =
  "or not exactly one of `time` and `block` was given; or the moment is later than the index: `Not yet: the register is at block <number> of <time>`";

export const asOfRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/kya/{wallet}/at",
    operationId: "getKyaAt",
    tag: "Know Your Agent",
    hasEtag: true,
    summary: "Know Your Agent as of a time or a block of the past",
    description:
      "Which agent the wallet was bound to then, its status, attestation, Haftungsperson and who had agreed, and the verdict with that moment for now. From the index: what you decide upon today, keep with its proof or receipt.",
    params: WalletParam,
    query: AsOfQuery,
    responses: {
      200: {
        description: `Also for a wallet without an agent. ${KEPT}`,
        schema: KyaAtResponse,
        example: examples.kyaAt,
      },
      400: { description: `Not an address: \`Invalid wallet address: <value>\`; ${MOMENT}` },
      ...indexErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/at",
    operationId: "getAgentAt",
    tag: "Agents",
    hasEtag: true,
    summary: "An agent's record as of a time or a block of the past",
    description:
      "All of the record but the time of the last revenue report, which the agent's history tells.",
    params: AgentIdParam,
    query: AsOfQuery,
    responses: {
      200: { description: KEPT, schema: AgentAtResponse, example: examples.agentAt },
      ...agentErrors,
      400: { description: `The ID is not a number; ${MOMENT}` },
      404: { description: "No such agent then: `Agent not found: <id>`" },
    },
  },
];
