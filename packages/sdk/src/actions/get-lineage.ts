import { type LineageNode, LineageNodeSchema } from "@agent-registry/protocol";
import { askApi } from "../reading/ask-api.ts";
import type { RegistryClient } from "../registry-client.ts";
import { type AgentId, parseAgentId } from "./arguments.ts";

/**
 * The tree of an agent's descendants, from the query API.
 *
 * @example
 * const tree = await registry.getLineage({ agentId: 7 });
 */
export async function getLineage(client: RegistryClient, input: { agentId: AgentId }): Promise<LineageNode> {
  return askApi(client, {
    path: `/api/v1/agent/${parseAgentId(input.agentId)}/lineage`,
    schema: LineageNodeSchema,
  });
}
