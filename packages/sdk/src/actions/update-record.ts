import type { Hex } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/written.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { toCapabilityHash, toConstitutionHash } from "./register.ts";
import { writeRegistry } from "./write-registry.ts";

/** The text, hashed by `hashConstitution`, or its hash. */
export type ConstitutionInput = { agentId: AgentId } & ({ constitution: string } | { constitutionHash: Hex });

/**
 * Files a new constitution.
 *
 * @example
 * await registry.updateConstitution({ agentId: 7, constitution: await readFile("constitution.md", "utf8") });
 */
export async function updateConstitution(
  client: RegistryClient,
  input: ConstitutionInput,
): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "updateConstitution",
    args: [parseAgentId(input.agentId), toConstitutionHash(input)],
  });
}

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
