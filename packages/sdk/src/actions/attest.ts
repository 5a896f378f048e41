import type { RegistryClient } from "../client/registry-client.ts";
import type { Advice } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Attests compliance; current for seven days. The agent's attester may do it, too.
 *
 * @example
 * await registry.attest({ agentId: 7 });
 */
export async function attest(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "attestCompliance",
    args: [parseAgentId(input.agentId)],
    advice: ATTEST_ADVICE,
  });
}

export const ATTEST_ADVICE: Advice = {
  "not-authorized":
    "Use the key of the agent's wallet, of its creator, of its Haftungsperson or of its attester; a wallet that was released or replaced has no part in the record any more.",
};
