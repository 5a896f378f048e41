import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Records that the account agrees to the part an agent's record gives it: as its wallet, as its
 * Haftungsperson, or as (a party of) its parent.
 *
 * @example
 * await registry.confirm({ agentId: 7 });
 */
export async function confirm(client: RegistryClient, input: { agentId: AgentId }): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "confirmAgent", args: [parseAgentId(input.agentId)] });
}
