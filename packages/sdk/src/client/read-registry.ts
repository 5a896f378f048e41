import { registryViewsAbi } from "@agent-registry/protocol";
import type {
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  ReadContractParameters,
} from "viem";
import { readContract } from "viem/actions";
import { throwChainError } from "../errors/to-chain-error.ts";
import { type RegistryClient, requireRegistryAddress } from "./registry-client.ts";

type View = ContractFunctionName<typeof registryViewsAbi, "view">;

/** What a view of the Registry returns. */
export async function readRegistry<Name extends View>(
  client: RegistryClient,
  functionName: Name,
  args: ContractFunctionArgs<typeof registryViewsAbi, "view", Name>,
): Promise<ContractFunctionReturnType<typeof registryViewsAbi, "view", Name>> {
  const call = { address: requireRegistryAddress(client), abi: registryViewsAbi, functionName, args };
  const answer = readContract(client.reader, call as unknown as ReadContractParameters);
  return answer.catch(throwChainError) as Promise<never>;
}
