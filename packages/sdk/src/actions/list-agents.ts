import {
  type AgentStatus,
  AgentsResponse,
  CreatorResponse,
  HaftungspersonResponse,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import { parseAddress } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";

export type AgentsInput = {
  page?: number | undefined;
  /** At most 100. */
  limit?: number | undefined;
  status?: AgentStatus | undefined;
  /**
   * An id; words of the scope, all of which must be in it, the last one as the beginning of a word; or the beginning of
   * the address of wallet, creator or Haftungsperson. A part from the middle of a word is not found.
   */
  search?: string | undefined;
  sort?: "agentId" | "registeredAt" | "lastAttestation" | undefined;
  order?: "asc" | "desc" | undefined;
};

/**
 * A page of the register, from the query API.
 *
 * @example
 * const { total, data } = await registry.listAgents({ status: "Active", limit: 100 });
 */
export function listAgents(client: RegistryClient, input: AgentsInput = {}): Promise<AgentsResponse> {
  return askApi(client, { path: `/api/v1/agents${toQuery(input)}`, schema: AgentsResponse });
}

export type PersonInput = Omit<AgentsInput, "search"> & { address: string };

/**
 * The agents that a person answers for, and how they stand, from the query API. The list is empty for an
 * address that is the Haftungsperson of no agent.
 *
 * @example
 * const { summary } = await registry.getHaftungsperson({ address: account.address });
 */
export async function getHaftungsperson(
  client: RegistryClient,
  { address, ...page }: PersonInput,
): Promise<HaftungspersonResponse> {
  const path = `/api/v1/haftungsperson/${parsePerson(client, address)}${toQuery(page)}`;
  return askApi(client, { path, schema: HaftungspersonResponse });
}

/**
 * The agents that an address has registered, and how they stand, from the query API.
 *
 * @example
 * const { total, data } = await registry.getCreator({ address: account.address, status: "Revoked" });
 */
export async function getCreator(
  client: RegistryClient,
  { address, ...page }: PersonInput,
): Promise<CreatorResponse> {
  const path = `/api/v1/creator/${parsePerson(client, address)}${toQuery(page)}`;
  return askApi(client, { path, schema: CreatorResponse });
}

function parsePerson({ chainId }: Pick<RegistryClient, "chainId">, value: string): Address {
  return parseAddress({ value, name: "The address", chainId });
}
