import type { RegistryClient } from "../registry-client.ts";
import type { WriteResult } from "../send/submit-call.ts";
import { type AgentId, parseAgentId } from "./arguments.ts";
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
