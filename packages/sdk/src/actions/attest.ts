import type { RegistryClient } from "../registry-client.ts";
import type { WriteResult } from "../send/submit-call.ts";
import { type AgentId, parseAgentId } from "./arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Attests compliance; current for seven days.
 *
 * @example
 * await registry.attest({ agentId: 7 });
 */
export async function attest(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "attestCompliance", args: [parseAgentId(input.agentId)] });
}
