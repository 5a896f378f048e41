import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
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
