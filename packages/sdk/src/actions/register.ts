import { registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from "viem";
import { hashCapabilities, hashConstitution } from "../canonical-hash.ts";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { submitCall } from "../send/submit-call.ts";
import type { WriteResult } from "../send/written.ts";
import { type AgentId, parseAgentId, parseHash, parseText } from "./parse-arguments.ts";

export type AgentDescription = {
  /** The account's own address if none is given. */
  agentWallet?: AddressInput;
  /** Free text of up to 1,000 bytes; not empty. */
  operationalScope: string;
  /** The text itself, hashed by `hashConstitution`, or its hash; all zeros if neither is given. */
  constitution?: string;
  constitutionHash?: Hex;
  /** The names, hashed by `hashCapabilities`, or their hash; all zeros if neither is given. */
  capabilities?: readonly string[];
  capabilityHash?: Hex;
  selfModifying?: boolean;
};

export type RegisterInput = AgentDescription & { haftungsperson: AddressInput };

export type RegisterChildInput = AgentDescription & {
  parentAgentId: AgentId;
  /** The parent's if none is given, which only the parent's wallet, creator or Haftungsperson may leave out. */
  haftungsperson?: AddressInput;
};

export type Registration = WriteResult & { agentId: number; agentWallet: Address };

/**
 * Enters a root agent. It counts as the first attestation. A party that it names other than the account
 * itself still has to agree (`confirm`): until then providers do not serve the agent. Nor do they serve a
 * wallet that is its own Haftungsperson, unless their policy allows it.
 *
 * @example
 * const { agentId } = await registry.register({
 *   haftungsperson: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
 *   operationalScope: "Summarises public filings",
 *   constitution: await readFile("constitution.md", "utf8"),
 *   capabilities: ["search", "summarise"],
 * });
 */
export function register(client: RegistryClient, input: RegisterInput): Promise<Registration> {
  return enter({ client, input, parentAgentId: 0n, haftungsperson: input.haftungsperson });
}

/**
 * Enters an agent under a parent, which must be active. The child inherits its parent's Haftungsperson only if the
 * parent's wallet, creator or Haftungsperson registers it; anyone else names one. The child's wallet then agrees
 * with `confirm`, unless it registers itself.
 *
 * @example
 * // With the key of agent 7, for a child that has a wallet of its own.
 * await registry.registerChild({ parentAgentId: 7, operationalScope: "Searches for agent 7", agentWallet });
 */
export async function registerChild(
  client: RegistryClient,
  input: RegisterChildInput,
): Promise<Registration> {
  const parentAgentId = parseAgentId(input.parentAgentId);
  return enter({ client, input, parentAgentId, haftungsperson: input.haftungsperson ?? zeroAddress });
}

async function enter(request: {
  client: RegistryClient;
  input: AgentDescription;
  parentAgentId: bigint;
  haftungsperson: AddressInput;
}): Promise<Registration> {
  const { client, input, parentAgentId } = request;
  const haftungsperson = parseAddress({
    value: request.haftungsperson,
    name: "The Haftungsperson",
    chainId: client.chainId,
  });
  const agentWallet =
    input.agentWallet === undefined
      ? requireAccount(client).account.address
      : parseAddress({ value: input.agentWallet, name: "The agent's wallet", chainId: client.chainId });
  const data = encodeFunctionData({
    abi: registryAbi,
    functionName: "registerAgent",
    args: [
      haftungsperson,
      agentWallet,
      toConstitutionHash(input),
      toCapabilityHash(input),
      parseText({ value: input.operationalScope, name: "The operational scope" }),
      parentAgentId,
      input.selfModifying ?? false,
    ],
  });
  const { logs, ...result } = await submitCall(client, { data, minGas: SUGGESTED_GAS.register });
  const event = parseEventLogs({ abi: registryAbi, eventName: "AgentRegistered", logs }).find(({ args }) =>
    isAddressEqual(args.agentWallet, agentWallet),
  );
  if (event === undefined) {
    throw new RegistryError({
      reason: "outcome-unknown",
      message: `Transaction ${result.transactionHash} went through without a registration in it: is the configured address really a Registry?`,
      transactionHash: result.transactionHash,
    });
  }
  return { agentId: Number(event.args.agentId), agentWallet, ...result };
}

/** The hash that is filed: of the text if there is one, else the one given, else all zeros. */
export function toConstitutionHash(input: Pick<AgentDescription, "constitution" | "constitutionHash">): Hex {
  if (input.constitution !== undefined) return hashConstitution(input.constitution);
  return parseHash({ value: input.constitutionHash ?? zeroHash, name: "constitutionHash" });
}

/** The hash that is filed: of the names if there are any, else the one given, else all zeros. */
export function toCapabilityHash(input: Pick<AgentDescription, "capabilities" | "capabilityHash">): Hex {
  if (input.capabilities !== undefined) return hashCapabilities(input.capabilities);
  return parseHash({ value: input.capabilityHash ?? zeroHash, name: "capabilityHash" });
}
