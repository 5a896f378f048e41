import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroAddress,
} from "viem";
import { namehash } from "viem/ens";
import type { AskNodes } from "./ask-nodes.ts";
import { decodeOrUndefined, type NameSource, requireContract } from "./name-source.ts";

/** Where addresses on Base say by now what their name is (ENSIP-19). */
const reverseRegistrar = "0x0000000000D8e504002cC26E3Ec46D81971C1664";
/** The registry of Basenames; in it, addresses have said so before. */
const registry = "0xB94704422c2a1E396835A571837Aa5AE53285a95";
/** Base's number among the chains that a name can stand for, in hex (ENSIP-11). */
const BASE = "80002105";

const registrarAbi = parseAbi(["function nameForAddr(address addr) view returns (string)"]);
const registryAbi = parseAbi(["function resolver(bytes32 node) view returns (address)"]);
const nameAbi = parseAbi(["function name(bytes32 node) view returns (string)"]);
const addrAbi = parseAbi(["function addr(bytes32 node) view returns (address)"]);

/** The names under base.eth, read from Base itself. */
export function createBasenames({ call }: Pick<AskNodes, "call">): NameSource {
  /** What the resolver of a name answers, which is a contract of its holder's choice. */
  async function askResolver(input: { node: Hex; data: Hex; signal: AbortSignal }): Promise<Hex | undefined> {
    const { node, data, signal } = input;
    const question = encodeFunctionData({ abi: registryAbi, args: [node] });
    const answer = await call({ to: registry, data: question, signal });
    const found = requireContract(answer, "registry of Basenames");
    if (found === undefined) return undefined;
    const to = decodeOrUndefined(() => decodeFunctionResult({ abi: registryAbi, data: found }));
    return to === undefined || to === zeroAddress ? undefined : call({ to, data, signal });
  }

  async function findPrimaryName(address: Address, signal: AbortSignal): Promise<string | undefined> {
    const question = encodeFunctionData({ abi: registrarAbi, args: [address] });
    const answer = await call({ to: reverseRegistrar, data: question, signal });
    const data = requireContract(answer, "reverse registrar of ENS");
    if (data === undefined) return undefined;
    return decodeOrUndefined(() => decodeFunctionResult({ abi: registrarAbi, data }));
  }

  async function findEarlierName(address: Address, signal: AbortSignal): Promise<string | undefined> {
    const node = namehash(`${address.slice(2).toLowerCase()}.${BASE}.reverse`);
    const question = encodeFunctionData({ abi: nameAbi, args: [node] });
    const data = await askResolver({ node, data: question, signal });
    if (data === undefined) return undefined;
    return decodeOrUndefined(() => decodeFunctionResult({ abi: nameAbi, data }));
  }

  return {
    source: "basename",

    async findName(address, signal) {
      return (await findPrimaryName(address, signal)) || findEarlierName(address, signal);
    },

    async findAddress(name, signal) {
      // All that the registry on Base can speak for.
      if (!name.endsWith(".base.eth")) return undefined;
      const node = namehash(name);
      const question = encodeFunctionData({ abi: addrAbi, args: [node] });
      const data = await askResolver({ node, data: question, signal });
      if (data === undefined) return undefined;
      return decodeOrUndefined(() => decodeFunctionResult({ abi: addrAbi, data }));
    },
  };
}
