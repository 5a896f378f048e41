import { RevenueResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

/**
 * An agent's revenue reports, oldest first, from the query API. Amounts are hundredths.
 *
 * @example
 * const { total, data } = await registry.getRevenue({ agentId: 7, limit: 500 });
 */
export async function getRevenue(
  client: RegistryClient,
  { agentId, ...page }: { agentId: AgentId; limit?: number | undefined; offset?: number | undefined },
): Promise<RevenueResponse> {
  return askApi(client, {
    path: `/api/v1/agent/${parseAgentId(agentId)}/revenue${toQuery(page)}`,
    schema: RevenueResponse,
  });
}
