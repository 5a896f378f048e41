import type { AddressInput } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import type { Advice } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/written.ts";
import { type AgentId, parseAddressOrNone, parseAgentId } from "./parse-arguments.ts";
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

export type AttesterInput = {
  agentId: AgentId;
  /** Null removes the attester. */
  attester: AddressInput | null;
};

/**
 * Names a key that may attest for the agent and do nothing else, so that the process that attests every week
 * need not hold the wallet's key. It takes the place of the present attester; what that one attested stays.
 *
 * @example
 * await registry.setAttester({ agentId: 7, attester: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function setAttester(client: RegistryClient, input: AttesterInput): Promise<WriteResult> {
  const agentId = parseAgentId(input.agentId);
  const attester = parseAddressOrNone(client, { value: input.attester, name: "The attester" });
  return writeRegistry(client, {
    functionName: "setAttester",
    args: [agentId, attester],
    advice: {
      "agent-not-active":
        "The agent is revoked or terminated, for good: nothing is attested for it any more.",
    },
  });
}
