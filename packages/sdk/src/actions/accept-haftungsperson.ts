import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { ENDED_AGENT_ADVICE } from "./propose-haftungsperson.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For the proposed Haftungsperson: answers for the agent from now on, which is its agreement as well. The
 * status stays: a suspended agent still waits for a regulator.
 *
 * @example
 * await registry.acceptHaftungsperson({ agentId: 7 });
 */
export async function acceptHaftungsperson(
  client: RegistryClient,
  input: { agentId: AgentId },
): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "acceptHaftungsperson",
    args: [parseAgentId(input.agentId)],
    advice: { "agent-not-active": ENDED_AGENT_ADVICE },
  });
}
