import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Refuses every part that an agent's record gives the account. As a wallet that has not agreed: the record
 * ends and the wallet may register itself anew. As Haftungsperson, agreed before or not: the agent is
 * suspended. As a party of the parent: the refusal stands in the record.
 *
 * @example
 * await registry.decline({ agentId: 7 });
 */
export async function decline(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "declineAgent",
    args: [parseAgentId(input.agentId)],
    advice: {
      "not-authorized":
        "A wallet that has not agreed, the Haftungsperson and a party of the parent can decline. A wallet that has agreed ends its record with terminate.",
      "agent-not-active":
        "While the agent is revoked, or suspended by a regulator, its wallet cannot leave on its own: ask a regulator to release it.",
    },
  });
}
