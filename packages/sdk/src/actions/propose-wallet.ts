import type { AddressInput } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import type { Advice } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAddressOrNone, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

export type ProposeWalletInput = {
  agentId: AgentId;
  /** Null takes the proposal back. */
  wallet: AddressInput | null;
};

/**
 * For the Haftungsperson: proposes the wallet that acts for the agent from now on, for example because the
 * key of the present one was lost or leaked. Until the new wallet accepts, the present one stays.
 *
 * @example
 * await registry.proposeWallet({ agentId: 7, wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function proposeWallet(client: RegistryClient, input: ProposeWalletInput): Promise<WriteResult> {
  const agentId = parseAgentId(input.agentId);
  const wallet = parseAddressOrNone(client, { value: input.wallet, name: "The wallet" });
  return writeRegistry(client, {
    functionName: "proposeWallet",
    args: [agentId, wallet],
    advice: WALLET_ADVICE,
  });
}

export const WALLET_ADVICE: Advice = {
  "agent-not-active": "The agent is revoked or terminated, for good: its wallet is not replaced any more.",
  "wallet-taken":
    "The new wallet must be one that the register has never known: it is the wallet of an agent, or was one before.",
};
