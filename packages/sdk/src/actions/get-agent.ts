import {
  AgentResponse,
  AgentWalletsResponse,
  isAttestationCurrent,
  type LineageNode,
  LineageNodeSchema,
  registryAbi,
  secondsSinceAttestation,
  WalletEntriesResponse,
} from "@agent-registry/protocol";
import { readContract } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import { getNow } from "../reading/get-now.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { toAgentRecord } from "../reading/to-record.ts";
import { kya } from "./kya.ts";
import { type AgentId, parseAgentId, parseWallet } from "./parse-arguments.ts";

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

/**
 * The id of the agent that a wallet belongs to; undefined if it belongs to none.
 *
 * @example
 * const agentId = await registry.findAgentId({ wallet: account.address });
 */
export async function findAgentId(
  client: RegistryClient,
  input: { wallet: string; source?: Source | undefined },
): Promise<number | undefined> {
  return (await kya(client, input)).agent?.agentId;
}

export type AgentWalletsInput = {
  agentId: AgentId;
  limit?: number | undefined;
  offset?: number | undefined;
};

/**
 * The wallets that an agent has had, newest first, from the query API. All but the first are retired.
 *
 * @example
 * const { data } = await registry.getAgentWallets({ agentId: 7 });
 * const former = data.filter(({ until }) => until !== null);
 */
export async function getAgentWallets(
  client: RegistryClient,
  { agentId, ...page }: AgentWalletsInput,
): Promise<AgentWalletsResponse> {
  const path = `/api/v1/agent/${parseAgentId(agentId)}/wallets${toQuery(page)}`;
  return askApi(client, { path, schema: AgentWalletsResponse });
}

export type WalletEntriesInput = {
  wallet: string;
  page?: number | undefined;
  /** At most 100. */
  limit?: number | undefined;
};

/**
 * Every record that ever named a wallet, newest first, from the query API. At most one, the newest, is the
 * wallet's entry.
 *
 * @example
 * const { data } = await registry.getWalletEntries({ wallet: account.address });
 */
export async function getWalletEntries(
  client: RegistryClient,
  { wallet, ...page }: WalletEntriesInput,
): Promise<WalletEntriesResponse> {
  const path = `/api/v1/wallet/${parseWallet(client, wallet)}/entries${toQuery(page)}`;
  return askApi(client, { path, schema: WalletEntriesResponse });
}

/**
 * The tree of an agent's descendants, from the query API.
 *
 * @example
 * const tree = await registry.getLineage({ agentId: 7 });
 */
export async function getLineage(client: RegistryClient, input: { agentId: AgentId }): Promise<LineageNode> {
  const path = `/api/v1/agent/${parseAgentId(input.agentId)}/lineage`;
  return askApi(client, { path, schema: LineageNodeSchema });
}
