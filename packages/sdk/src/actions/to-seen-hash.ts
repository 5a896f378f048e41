import { registryAbi } from "@agent-registry/protocol";
import type { Hex } from "viem";
import { readContract } from "viem/actions";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { type AgentId, parseAgentId, parseHash } from "./parse-arguments.ts";

/** Names the record to which the account agrees: it is refused if the record has changed since. */
export type SeenRecord = {
  agentId: AgentId;
  /** Of the record that the account has seen (`getConsents`); the present one's if none is given. */
  recordHash?: Hex | undefined;
};

/** What a call takes by which the account agrees to a record. */
export async function toSeenHash(client: RegistryClient, input: SeenRecord): Promise<[bigint, Hex]> {
  const agentId = parseAgentId(input.agentId);
  requireAccount(client);
  if (input.recordHash !== undefined)
    return [agentId, parseHash({ value: input.recordHash, name: "recordHash" })];
  const recordHash = await readContract(client.reader, {
    address: requireRegistryAddress(client),
    abi: registryAbi,
    functionName: "recordHash",
    args: [agentId],
  }).catch(throwChainError);
  return [agentId, recordHash];
}
