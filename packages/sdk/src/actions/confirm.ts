import { registryAbi } from "@agent-registry/protocol";
import type { Hex } from "viem";
import { readContract } from "viem/actions";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type AgentId, parseAgentId, parseHash } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

export type ConfirmInput = {
  agentId: AgentId;
  /** Of the record that the account has seen (`getConsents`); the present one's if none is given. */
  recordHash?: Hex | undefined;
};

/**
 * Records that the account agrees to the part an agent's record gives it: as its wallet, as its
 * Haftungsperson, or as a party of its parent. With the hash of a record that was shown to a person, it is
 * refused if the record has changed since. Takes back an earlier refusal; never changes the status.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.confirm({ agentId: 7, recordHash });
 */
export async function confirm(client: RegistryClient, input: ConfirmInput): Promise<WriteResult> {
  const agentId = parseAgentId(input.agentId);
  requireAccount(client);
  const recordHash =
    input.recordHash === undefined
      ? await getRecordHash(client, agentId)
      : parseHash({ value: input.recordHash, name: "recordHash" });
  return writeRegistry(client, {
    functionName: "confirmRecord",
    args: [agentId, recordHash],
    advice: {
      "not-authorized":
        "Use the key of the agent's wallet, of its Haftungsperson or of a party of its parent. A creator has nothing to agree to, and a wallet that was released has no part in the record any more.",
    },
  });
}

function getRecordHash(client: RegistryClient, agentId: bigint): Promise<Hex> {
  return readContract(client.reader, {
    address: requireRegistryAddress(client),
    abi: registryAbi,
    functionName: "recordHash",
    args: [agentId],
  }).catch(throwChainError);
}
