import { HistoryResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

export type HistoryInput = {
  agentId: AgentId;
  limit?: number | undefined;
  offset?: number | undefined;
  order?: "asc" | "desc" | undefined;
};

/**
 * Every change of an agent's record with who made it and why, from the query API.
 *
 * @example
 * const { data } = await registry.getHistory({ agentId: 7, order: "desc" });
 */
export async function getHistory(
  client: RegistryClient,
  { agentId, ...page }: HistoryInput,
): Promise<HistoryResponse> {
  return askApi(client, {
    path: `/api/v1/agent/${parseAgentId(agentId)}/history${toQuery(page)}`,
    schema: HistoryResponse,
  });
}
