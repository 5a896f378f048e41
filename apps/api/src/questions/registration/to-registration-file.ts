import {
  ATTESTATION_VALIDITY_SECONDS,
  isCompliant,
  REGISTRATION_TYPE,
  type RegistrationFile,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import type { Register } from "../../http/register.ts";
import { toConsents } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { AgentRow } from "../../index/schema.ts";

/** A record as the tools for ERC-8004 read it. */
export function toRegistrationFile(row: AgentRow, chainId: number, register: Register): RegistrationFile {
  const { registryAddress, publicUrls } = register;
  const agent = toIndexedAgent(row);
  const { agentId, agentWallet, status } = agent;
  const isWalletReleased = row.wallet_released === 1;
  const toAccount = (address: Address) => `eip155:${chainId}:${address}`;
  const agentUrl = `${publicUrls.api}/api/v1/agent/${agentId}`;
  // A released wallet has no part in this record any more.
  const wallet = { name: "agentWallet", endpoint: toAccount(agentWallet) };
  return {
    type: REGISTRATION_TYPE,
    name: `Agent ${agentId}`,
    description: agent.operationalScope,
    image: `${publicUrls.dashboard}/icon.svg`,
    services: [
      ...(isWalletReleased ? [] : [wallet]),
      { name: "agent-registry", endpoint: agentUrl, version: "1" },
    ],
    x402Support: false,
    active: status === "Active",
    registrations: [{ agentId, agentRegistry: toAccount(registryAddress) }],
    supportedTrust: ["legal-accountability"],
    liability: {
      v: 1,
      haftungsperson: toAccount(agent.haftungsperson),
      consents: toConsents(row.consents),
      status,
      isCompliant: isCompliant(agent, register.now()),
      attestedUntil: toTimestamp(agent.lastAttestation + ATTESTATION_VALIDITY_SECONDS),
      generation: agent.generation,
      parentAgentId: agent.parentAgentId,
      ...(isWalletReleased ? {} : toProofs(agentWallet, agentUrl, register)),
    },
  };
}

/** Where what is said here can be checked. */
function toProofs(agentWallet: Address, agentUrl: string, { publicUrls, signing }: Register) {
  const kyaUrl = `${publicUrls.api}/api/v1/kya/${agentWallet}`;
  const proof = `${kyaUrl}/proof`;
  if (signing === undefined) return { proof };
  return { receipt: `${kyaUrl}/receipt`, proof, binding: `${agentUrl}/binding` };
}
