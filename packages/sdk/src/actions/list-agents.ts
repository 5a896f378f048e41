import { type AgentStatus, AgentsResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";

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
