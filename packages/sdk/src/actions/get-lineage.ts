import { type LineageNode, LineageNodeSchema } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";

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
