import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For regulators: ends a suspension.
 *
 * @example
 * await registry.reactivate({ agentId: 7 });
 */
export async function reactivate(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "reactivateAgent", args: [parseAgentId(input.agentId)] });
}
