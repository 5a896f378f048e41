import {
  ATTESTATION_VALIDITY_SECONDS,
  isCompliant,
  REGISTRATION_TYPE,
  type RegistrationFile,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import type { EntrySnapshot, IndexedAgent } from "../index-store/index-reader.ts";

type Input = {
  /** What never changes of a record. */
  agent: Pick<IndexedAgent, "operationalScope" | "generation" | "parentAgentId">;
  chainId: number;
  record: NonNullable<EntrySnapshot["record"]>;
  registryAddress: Address;
  publicUrls: { api: string; dashboard: string };
  hasSigner: boolean;
  now: number;
};

/** A record as the tools for ERC-8004 read it. */
export function toRegistrationFile(input: Input): RegistrationFile {
  const { agent, chainId, record, registryAddress, publicUrls } = input;
  const { agentId, agentWallet, status, lastAttestation, isWalletReleased } = record;
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
      haftungsperson: toAccount(record.haftungsperson),
      consents: record.consents,
      status,
      isCompliant: isCompliant(record, input.now),
      attestedUntil: toTimestamp(lastAttestation + ATTESTATION_VALIDITY_SECONDS),
      generation: agent.generation,
      parentAgentId: agent.parentAgentId,
      ...(isWalletReleased ? {} : toProofs(input, agentUrl)),
    },
  };
}

/** Where what is said here can be checked. */
function toProofs({ record, publicUrls, hasSigner }: Input, agentUrl: string) {
  const kyaUrl = `${publicUrls.api}/api/v1/kya/${record.agentWallet}`;
  const proof = `${kyaUrl}/proof`;
  return hasSigner ? { receipt: `${kyaUrl}/receipt`, proof, binding: `${agentUrl}/binding` } : { proof };
}
