import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId, parseText } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For regulators: revokes an active or suspended agent, for good. The reason is public, and must say something.
 *
 * @example
 * await registry.revoke({ agentId: 7, reason: "Repeated false reports" });
 */
export async function revoke(
  client: RegistryClient,
  input: { agentId: AgentId; reason: string },
): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "revokeAgent",
    args: [parseAgentId(input.agentId), parseText({ value: input.reason, name: "The reason" })],
  });
}
