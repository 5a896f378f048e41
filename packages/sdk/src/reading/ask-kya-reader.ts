import { kyaReaderBytecode, registryViewsAbi } from "@agent-registry/protocol";
import {
  type Address,
  concat,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  getAbiItem,
  zeroAddress,
} from "viem";
import { call } from "viem/actions";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { noContract, throwChainError } from "../errors/to-chain-error.ts";

const QUESTION = [
  { name: "registry", type: "address" },
  { name: "wallet", type: "address" },
  { name: "agentId", type: "uint256" },
  { name: "notaries", type: "address[]" },
] as const;
const ANSWER = [
  { name: "blockTime", type: "uint256" },
  { name: "isRegistered", type: "bool" },
  getAbiItem({ abi: registryViewsAbi, name: "getAgentByWallet" }).outputs[0],
  { name: "consents", type: "bool[3]" },
  { name: "refusals", type: "bool[2]" },
  { name: "retiredFrom", type: "uint256" },
  {
    name: "certificates",
    type: "tuple[]",
    components: [
      { name: "kind", type: "uint8" },
      { name: "level", type: "uint8" },
      { name: "until", type: "uint64" },
      { name: "accepted", type: "bool" },
      { name: "accredited", type: "bool" },
    ],
  },
] as const;

/** By number it is an ancestor, whose certificates no policy asks for. */
type Question =
  | { wallet: Address; notaries?: readonly Address[]; agentId?: never }
  | { agentId: number; wallet?: never; notaries?: never };
type Answer = DecodeAbiParametersReturnType<typeof ANSWER>;

/**
 * What the register says about a wallet, or about the agent of a number, in one call and so from one block. The
 * reader's code travels with the call and is never deployed: what its constructor returns is the answer. The
 * certificates are those of the notaries, in their order.
 */
export async function askKyaReader(
  client: RegistryClient,
  { wallet = zeroAddress, agentId = 0, notaries = [] }: Question,
): Promise<Answer> {
  const registry = requireRegistryAddress(client);
  const question = encodeAbiParameters(QUESTION, [registry, wallet, BigInt(agentId), notaries]);
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
