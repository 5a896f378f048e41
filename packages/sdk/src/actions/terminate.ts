import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Ends an agent's registration for good: its wallet can never be registered again.
 *
 * @example
 * await registry.terminate({ agentId: 7 });
 */
export async function terminate(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "terminateSelf", args: [parseAgentId(input.agentId)] });
}
