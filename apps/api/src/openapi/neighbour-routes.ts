import { AgentDomainResponse, AgentIdParam, RegistrationFile } from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { agentErrors } from "./errors.ts";
import * as examples from "./examples.ts";

/** What ties the register to the world of ERC-8004. */
export const neighbourRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/agent/{id}/registration.json",
    operationId: "getRegistrationFile",
    tag: "Agents",
    hasEtag: true,
    summary: "An agent's record as a registration file by ERC-8004",
    description:
      "For tools that read such files. `liability` is ours: who answers for the agent, who has agreed, and where that can be checked. The contract of this register is no ERC-721 token: `ownerOf` and `tokenURI` revert. `description` is a stranger's text.",
    params: AgentIdParam,
    responses: {
      200: {
        description: "Cached for 5 minutes",
        schema: RegistrationFile,
        example: examples.registrationFile,
      },
      ...agentErrors,
    },
  },
  {
    method: "get",
    path: "/api/v1/agent/{id}/domain",
    operationId: "getAgentDomain",
    tag: "Agents",
    hasEtag: true,
    summary: "The domain that an agent's scope names, and whether that domain names the agent, too",
    description:
      "The first `https://` address in the scope is the agent's word. The domain's word is its file `/.well-known/agent-registration.json` with this agent among its `registrations`; the register reads it in the background, so the first answer is `not-checked-yet`. A yes holds for an hour, a no for ten minutes.",
    params: AgentIdParam,
    responses: {
      200: {
        description: "What is known at this moment",
        schema: AgentDomainResponse,
        example: examples.domain,
      },
      ...agentErrors,
    },
  },
];
