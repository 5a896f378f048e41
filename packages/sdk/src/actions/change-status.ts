import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/written.ts";
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

/**
 * For regulators: ends a suspension.
 *
 * @example
 * await registry.reactivate({ agentId: 7 });
 */
export async function reactivate(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "reactivateAgent", args: [parseAgentId(input.agentId)] });
}

/**
 * Ends an agent's registration for good: its wallet can never be registered again.
 *
 * @example
 * await registry.terminate({ agentId: 7 });
 */
export async function terminate(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "terminateSelf", args: [parseAgentId(input.agentId)] });
}

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
