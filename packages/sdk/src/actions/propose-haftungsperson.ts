import type { AddressInput } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAddressOrNone, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

export type ProposeHaftungspersonInput = {
  agentId: AgentId;
  /** Null takes the proposal back. */
  haftungsperson: AddressInput | null;
};

/**
 * Proposes who is to answer for an agent from now on. Until that person accepts, the present
 * Haftungsperson stays.
 *
 * @example
 * await registry.proposeHaftungsperson({
 *   agentId: 7,
 *   haftungsperson: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
 * });
 */
export async function proposeHaftungsperson(
  client: RegistryClient,
  input: ProposeHaftungspersonInput,
): Promise<WriteResult> {
  const agentId = parseAgentId(input.agentId);
  const haftungsperson = parseAddressOrNone(client, {
    value: input.haftungsperson,
    name: "The Haftungsperson",
  });
  return writeRegistry(client, {
    functionName: "proposeHaftungsperson",
    args: [agentId, haftungsperson],
    advice: { "agent-not-active": ENDED_AGENT_ADVICE },
  });
}

export const ENDED_AGENT_ADVICE =
  "The agent is revoked or terminated, for good: nobody takes over a record that has ended.";
