import { AgentDomainResponse, apiErrors, type ChainIdentity } from "@agent-registry/protocol";
import { findClaimedDomain } from "@agent-registry/protocol/domain";
import { HttpError } from "@agent-registry/service";
import type { DomainVerdict } from "../../domains/create-domain-checks.ts";
import { defineQuestion } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { readAgent } from "../../index/read/read-agent.ts";
import { NOW } from "../shared/examples.ts";

/** The domain that an agent's scope names, and whether that domain names the agent, too. */
export const domain = defineQuestion({
  path: "/agent/:id/domain",
  response: AgentDomainResponse,
  async read({ db, chain }, { agentId }) {
    const agent = await readAgent(db, agentId);
    if (agent === undefined) return undefined;
    return { agentId, chain, domain: findClaimedDomain(agent.operationalScope) };
  },
  async answer(found, { agentId }, register) {
    return { body: { agentId, domain: found.domain, ...(await judge(found, register)) } };
  },
  schemas: { AgentDomain: AgentDomainResponse },
  doc: {
    operationId: "getAgentDomain",
    tag: "Agents",
    summary: "The domain that an agent's scope names, and whether that domain names the agent, too",
    description:
      "The first `https://` address in the scope is the agent's word. The domain's word is its file `/.well-known/agent-registration.json` with this agent among its `registrations`; the register reads it in the background, so the first answer is `not-checked-yet`. A yes holds for an hour, a no for ten minutes.",
    answer: "What is known at this moment",
    example: {
      agentId: 1,
      domain: "agents.test",
      verified: true,
      reason: null,
      checkedAt: NOW,
    },
  },
});

type Claim = { agentId: number; chain: ChainIdentity | undefined; domain: string | null };

async function judge(claim: Claim, { domains, registryAddress }: Register): Promise<DomainVerdict> {
  const { agentId, chain, domain } = claim;
  if (domain === null) return unasked("no-domain-named");
  if (domains === undefined) return unasked("checks-off");
  if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the chain is not known yet"));
  const agentRegistry = `eip155:${chain.chainId}:${registryAddress.toLowerCase()}`;
  return domains.check({ domain, agentId, agentRegistry });
}

function unasked(reason: "no-domain-named" | "checks-off"): DomainVerdict {
  return { verified: false, reason, checkedAt: null };
}
