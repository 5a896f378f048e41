import { type AgentStatus, AgentsResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";

export type AgentsInput = {
  page?: number | undefined;
  /** At most 100. */
  limit?: number | undefined;
  status?: AgentStatus | undefined;
  /** Matches id, wallet, creator, Haftungsperson and scope. */
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
