import { kyaReaderBytecode, registryAbi } from "@agent-registry/protocol";
import {
  type Address,
  concat,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  getAbiItem,
} from "viem";
import { call } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { noContract, throwChainError } from "../errors/to-chain-error.ts";

const QUESTION = [{ type: "address" }, { type: "address" }] as const;
const ANSWER = [
  { name: "blockTime", type: "uint256" },
  { name: "isRegistered", type: "bool" },
  getAbiItem({ abi: registryAbi, name: "getAgentByWallet" }).outputs[0],
  { name: "consents", type: "bool[3]" },
  { name: "refusals", type: "bool[2]" },
  { name: "retiredFrom", type: "uint256" },
] as const;

type Answer = DecodeAbiParametersReturnType<typeof ANSWER>;

/**
 * What the register says about a wallet, in one call and so from one block. The reader's code travels with the
 * call and is never deployed: what its constructor returns is the answer.
 */
export async function askKyaReader(client: RegistryClient, wallet: Address): Promise<Answer> {
  const question = encodeAbiParameters(QUESTION, [requireRegistryAddress(client), wallet]);
  const { data } = await call(client.reader, { data: concat([kyaReaderBytecode, question]) }).catch(
    throwChainError,
  );
  if (data === undefined) throw noContract();
  try {
    return decodeAbiParameters(ANSWER, data);
  } catch (error) {
    return throwChainError(error);
  }
}
