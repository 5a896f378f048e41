import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId, parseText } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For regulators: suspends an active agent. The reason is public, and must say something.
 *
 * @example
 * await registry.suspend({ agentId: 7, reason: "Under review" });
 */
export async function suspend(
  client: RegistryClient,
  input: { agentId: AgentId; reason: string },
): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "suspendAgent",
    args: [parseAgentId(input.agentId), parseText({ value: input.reason, name: "The reason" })],
  });
}
