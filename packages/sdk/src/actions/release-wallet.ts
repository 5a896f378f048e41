import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For regulators: frees a wallet that never agreed to its record, so that its owner can register it. An
 * active or suspended record ends; a revoked one stays revoked.
 *
 * @example
 * await registry.releaseWallet({ agentId: 7 });
 */
export async function releaseWallet(
  client: RegistryClient,
  input: { agentId: AgentId },
): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "releaseWallet", args: [parseAgentId(input.agentId)] });
}
