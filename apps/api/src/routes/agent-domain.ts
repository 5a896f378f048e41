import { type AgentDomainResponse, apiErrors } from "@agent-registry/protocol";
import { findClaimedDomain } from "@agent-registry/protocol/domain";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import type { DomainChecks, DomainVerdict } from "../domains/create-domain-checks.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "registryAddress"> & {
  /** If not given, no domain is asked. */
  domains?: DomainChecks | undefined;
};

/** The domain that an agent's scope names, and whether that domain names the agent, too. */
export function agentDomainRoute({ reader, responses, registryAddress, domains }: Deps) {
  async function judge(domain: string | null, agentId: number): Promise<DomainVerdict> {
    if (domain === null) return unasked("no-domain-named");
    if (domains === undefined) return unasked("checks-off");
    const chain = await reader.findChainIdentity();
    if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the chain is not known yet"));
    const agentRegistry = `eip155:${chain.chainId}:${registryAddress.toLowerCase()}`;
    return domains.check({ domain, agentId, agentRegistry });
  }

  return new Hono().get("/agent/:id/domain", (c) => {
    const agentId = parseAgentId(c);
    return responses.freshJson(c, async (): Promise<AgentDomainResponse> => {
      const agent = await reader.findAgent(agentId);
      if (agent === undefined) throw agentNotFound(agentId);
      const domain = findClaimedDomain(agent.operationalScope);
      return { agentId, domain, ...(await judge(domain, agentId)) };
    });
  });
}

function unasked(reason: "no-domain-named" | "checks-off"): DomainVerdict {
  return { verified: false, reason, checkedAt: null };
}
