import type { DomainReason } from "@agent-registry/protocol";
import { fetchRegistrations, type Network, namesAgent } from "@agent-registry/protocol/domain";
import { type AgentId, parseAgentId } from "./actions/parse-arguments.ts";
import { type AddressInput, parseAddress } from "./client/parse-address.ts";
import { invalidInput } from "./errors/registry-error.ts";

export type { DomainReason } from "@agent-registry/protocol";
export type { Network } from "@agent-registry/protocol/domain";

export type VerifyDomainInput = {
  agentId: AgentId;
  /** A host name, such as `agents.example.com`. */
  domain: string;
  registryAddress: AddressInput;
  chainId: number;
  /** Shows the domain's owner who asks. */
  userAgent?: string;
  /** For tests: how names are resolved, and which addresses may be asked. The public internet alone if not given. */
  network?: Network;
};

export type DomainVerdict =
  | { verified: true; domain: string }
  | { verified: false; domain: string; reason: DomainReason };

/**
 * Whether a domain says that an agent is its own: its file `/.well-known/agent-registration.json` names the agent among
 * its `registrations`, as ERC-8004 has it. For Node alone. Whatever the domain's server does, there is an answer within
 * five seconds; servers that are not on the public internet are not asked.
 *
 * @example
 * const { verified } = await verifyDomain({ agentId: 7, domain: "agents.example.com", registryAddress, chainId: 84532 });
 */
export async function verifyDomain(input: VerifyDomainInput): Promise<DomainVerdict> {
  const { domain, chainId, userAgent = "agent-registry-sdk", network } = input;
  const agentId = parseAgentId(input.agentId);
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw invalidInput(`chainId is a whole number from 1 on, not ${chainId}.`);
  const address = parseAddress({ value: input.registryAddress, name: "registryAddress", chainId });
  const { reason, registrations } = await fetchRegistrations({ domain, userAgent, network });
  if (reason !== null) return { verified: false, domain, reason };
  return namesAgent(registrations, { agentId, agentRegistry: `eip155:${chainId}:${address}` })
    ? { verified: true, domain }
    : { verified: false, domain, reason: "no-matching-registration" };
}
