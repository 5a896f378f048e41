import { type Address, encodeFunctionData, encodeFunctionResult, parseAbi, toHex, zeroAddress } from "viem";
import { namehash, packetToBytes } from "viem/ens";
import { scriptContract } from "./script-contract.ts";
import type { LocalChain } from "./start-chain.ts";

const UNIVERSAL_RESOLVER = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
const REVERSE_REGISTRAR = "0x0000000000D8e504002cC26E3Ec46D81971C1664";
const BASENAME_REGISTRY = "0xB94704422c2a1E396835A571837Aa5AE53285a95";
const BASENAME_RESOLVER = "0xC6d566A56A1aFf6508b41f6c90ff131615583BCD";

const abi = parseAbi([
  "function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)",
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)",
  "function nameForAddr(address addr) view returns (string)",
  "function resolver(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
  "function addr(bytes32 node) view returns (address)",
]);

type Naming = {
  chain: Pick<LocalChain, "test">;
  address: Address;
  /** What the address says its name is. */
  name: string;
  /** Where the name points; to the address unless given. */
  pointsTo?: Address;
};

/** Has a local chain answer as Ethereum does where an address has a name of ENS. */
export async function giveEnsName({ chain, address, name, pointsTo = address }: Naming): Promise<void> {
  const question = encodeFunctionData({ abi, functionName: "addr", args: [namehash(name)] });
  const answer = encodeFunctionResult({ abi, functionName: "addr", result: pointsTo });
  await scriptContract({
    chain,
    address: UNIVERSAL_RESOLVER,
    answers: [
      {
        data: encodeFunctionData({ abi, functionName: "reverseWithGateways", args: [address, 60n, []] }),
        result: encodeFunctionResult({
          abi,
          functionName: "reverseWithGateways",
          result: [name, zeroAddress, zeroAddress],
        }),
      },
      {
        data: encodeFunctionData({
          abi,
          functionName: "resolveWithGateways",
          args: [toHex(packetToBytes(name)), question, []],
        }),
        result: encodeFunctionResult({
          abi,
          functionName: "resolveWithGateways",
          result: [answer, zeroAddress],
        }),
      },
    ],
  });
}

/** The same for Base; `isEarlier`: the address said so before there was ENS's reverse registrar. */
export async function giveBasename(naming: Naming & { isEarlier?: boolean }): Promise<void> {
  const { chain, address, name, pointsTo = address, isEarlier = false } = naming;
  const nameNode = namehash(name);
  const addressNode = namehash(`${address.slice(2).toLowerCase()}.80002105.reverse`);
  const text = (functionName: "name" | "nameForAddr", result: string) =>
    encodeFunctionResult({ abi, functionName, result });
  await scriptContract({
    chain,
    address: REVERSE_REGISTRAR,
    answers: [
      {
        data: encodeFunctionData({ abi, functionName: "nameForAddr", args: [address] }),
        result: text("nameForAddr", isEarlier ? "" : name),
      },
    ],
  });
  await scriptContract({
    chain,
    address: BASENAME_REGISTRY,
    answers: [nameNode, ...(isEarlier ? [addressNode] : [])].map((node) => ({
      data: encodeFunctionData({ abi, functionName: "resolver", args: [node] }),
      result: encodeFunctionResult({ abi, functionName: "resolver", result: BASENAME_RESOLVER }),
    })),
  });
  await scriptContract({
    chain,
    address: BASENAME_RESOLVER,
    answers: [
      {
        data: encodeFunctionData({ abi, functionName: "addr", args: [nameNode] }),
        result: encodeFunctionResult({ abi, functionName: "addr", result: pointsTo }),
      },
      {
        data: encodeFunctionData({ abi, functionName: "name", args: [addressNode] }),
        result: text("name", name),
      },
    ],
  });
}
