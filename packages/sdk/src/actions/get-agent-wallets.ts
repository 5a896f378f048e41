import { AgentWalletsResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

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
  return askApi(client, {
    path: `/api/v1/agent/${parseAgentId(agentId)}/wallets${toQuery(page)}`,
    schema: AgentWalletsResponse,
  });
}
