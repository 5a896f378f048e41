import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi, toHex } from "viem";
import { namehash, packetToBytes } from "viem/ens";
import type { AskNodes } from "./ask-nodes.ts";
import { decodeOrUndefined, type NameSource, requireContract } from "./name-source.ts";

/** It is in viem's list of chains, too, but to load that is to load 720 modules at every start. */
export const UNIVERSAL_RESOLVER = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
const abi = parseAbi([
  "function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string, address, address)",
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)",
]);
const addrAbi = parseAbi(["function addr(bytes32 node) view returns (address)"]);
/** Ethereum's number among the chains that a name can stand for (ENSIP-9). */
const ETHEREUM = 60n;

/** The names of ENS, read from Ethereum alone: names that are kept elsewhere do not count. */
export function createEnsNames({ call }: Pick<AskNodes, "call">): NameSource {
  const ask = async (data: `0x${string}`, signal: AbortSignal) =>
    requireContract(await call({ to: UNIVERSAL_RESOLVER, data, signal }), "universal resolver of ENS");

  return {
    source: "ens",

    async findName(address, signal) {
      const args = [address, ETHEREUM, []] as const;
      const data = await ask(encodeFunctionData({ abi, functionName: "reverseWithGateways", args }), signal);
      if (data === undefined) return undefined;
      const decode = () => decodeFunctionResult({ abi, functionName: "reverseWithGateways", data });
      return decodeOrUndefined(decode)?.[0];
    },

    async findAddress(name, signal): Promise<Address | undefined> {
      const question = encodeFunctionData({ abi: addrAbi, args: [namehash(name)] });
      const args = [toHex(packetToBytes(name)), question, []] as const;
      const data = await ask(encodeFunctionData({ abi, functionName: "resolveWithGateways", args }), signal);
      if (data === undefined) return undefined;
      return decodeOrUndefined(() => {
        const [answer] = decodeFunctionResult({ abi, functionName: "resolveWithGateways", data });
        return decodeFunctionResult({ abi: addrAbi, data: answer });
      });
    },
  };
}
