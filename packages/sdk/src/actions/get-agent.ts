import {
  AgentResponse,
  isAttestationCurrent,
  registryAbi,
  secondsSinceAttestation,
} from "@agent-registry/protocol";
import { readContract } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { getNow } from "../reading/get-now.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { toAgentRecord } from "../reading/to-agent-record.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

/**
 * An agent's record, its children and its compliance.
 *
 * @example
 * const { agent, compliance } = await registry.getAgent({ agentId: 7 });
 */
export async function getAgent(
  client: RegistryClient,
  input: { agentId: AgentId; source?: Source | undefined },
): Promise<AgentResponse> {
  const agentId = parseAgentId(input.agentId);
  return chooseSource(client, input.source) === "api"
    ? askApi(client, { path: `/api/v1/agent/${agentId}`, schema: AgentResponse })
    : getFromChain(client, agentId);
}

async function getFromChain(client: RegistryClient, agentId: bigint): Promise<AgentResponse> {
  const contract = { address: requireRegistryAddress(client), abi: registryAbi } as const;
  try {
    const [tuple, children, now] = await Promise.all([
      readContract(client.reader, { ...contract, functionName: "getAgent", args: [agentId] }),
      readContract(client.reader, { ...contract, functionName: "getChildren", args: [agentId] }),
      getNow(client),
    ]);
    const agent = toAgentRecord(tuple);
    const standing = { lastAttestation: Number(tuple.lastAttestation) };
    return {
      agent,
      children: children.map(Number),
      compliance: {
        isActive: agent.status === "Active",
        attestationCurrent: isAttestationCurrent(standing, now),
        secondsSinceAttestation: secondsSinceAttestation(standing, now),
        childCount: children.length,
        status: agent.status,
      },
    };
  } catch (error) {
    throw toChainError(error);
  }
}
