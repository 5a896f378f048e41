import type { AddressInput } from "../client/parse-address.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import type { Advice } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/written.ts";
import { type SeenRecord, toSeenHash } from "./agree.ts";
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

const ENDED_AGENT_ADVICE =
  "The agent is revoked or terminated, for good: nobody takes over a record that has ended.";

/**
 * For the proposed Haftungsperson: answers for the agent from now on, which is its agreement as well. The
 * status stays: a suspended agent still waits for a regulator. A wallet that the former Haftungsperson
 * proposed is no longer proposed.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.acceptHaftungsperson({ agentId: 7, recordHash });
 */
export async function acceptHaftungsperson(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "acceptHaftungsperson",
    args: await toSeenHash(client, input),
    advice: { "agent-not-active": ENDED_AGENT_ADVICE },
  });
}

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

const WALLET_ADVICE: Advice = {
  "agent-not-active": "The agent is revoked or terminated, for good: its wallet is not replaced any more.",
  "wallet-taken":
    "The new wallet must be one that the register has never known: it is the wallet of an agent, or was one before.",
};

/**
 * For the proposed wallet: is the agent's wallet from now on, which is its agreement as well. The former one
 * is retired for good. The attester and a proposed Haftungsperson are dropped, since the former key could have
 * named both; the status, the attestation and the history stay.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.acceptWallet({ agentId: 7, recordHash });
 */
export async function acceptWallet(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "acceptWallet",
    args: await toSeenHash(client, input),
    advice: WALLET_ADVICE,
  });
}
