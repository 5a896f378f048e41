import type { Hex } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { toCapabilityHash } from "./register.ts";
import { writeRegistry } from "./write-registry.ts";

/** The names, hashed by `hashCapabilities`, or their hash. */
export type CapabilitiesInput = { agentId: AgentId } & (
  | { capabilities: readonly string[] }
  | { capabilityHash: Hex }
);

/**
 * Files a new list of capabilities.
 *
 * @example
 * await registry.updateCapabilities({ agentId: 7, capabilities: ["search", "trade"] });
 */
export async function updateCapabilities(
  client: RegistryClient,
  input: CapabilitiesInput,
): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "updateCapabilities",
    args: [parseAgentId(input.agentId), toCapabilityHash(input)],
  });
}
