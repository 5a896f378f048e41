import { type Address, type Client, type Hex, isAddressEqual, parseAbi } from "viem";
import { readContract } from "viem/actions";
import { getEnsAddress, getEnsName, namehash, normalize } from "viem/ens";

/** It is in viem's list of chains, too, but to load that is to load 720 modules at every start. */
export const UNIVERSAL_RESOLVER: Address = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
/** Where addresses on Base say by now what their name is (ENSIP-19). */
const REVERSE_REGISTRAR = "0x0000000000D8e504002cC26E3Ec46D81971C1664";
/** Where they have said so before, and where names under base.eth have their resolvers. */
const BASENAME_REGISTRY = "0xB94704422c2a1E396835A571837Aa5AE53285a95";
/** The contracts that every node of the right chain has. */
export const CONTRACTS: Record<string, string> = {
  [UNIVERSAL_RESOLVER]: "universal resolver of ENS",
  [REVERSE_REGISTRAR]: "reverse registrar of ENS",
  [BASENAME_REGISTRY]: "registry of Basenames",
};
/** As long as a name in the DNS may be. */
const MAX_NAME_LENGTH = 255;

const baseAbi = parseAbi([
  "function nameForAddr(address addr) view returns (string)",
  "function resolver(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
  "function addr(bytes32 node) view returns (address)",
]);

/** The checked name of ENS, read from Ethereum alone: names that are kept elsewhere do not count. */
export async function findEnsName(client: Client, address: Address): Promise<string | undefined> {
  const ens = { universalResolverAddress: UNIVERSAL_RESOLVER, gatewayUrls: [] as string[] };
  const name = await getEnsName(client, { ...ens, address });
  if (name === null || !isNormal(name)) return undefined;
  const owner = await getEnsAddress(client, { ...ens, name });
  return owner !== null && isAddressEqual(owner, address) ? name : undefined;
}

/** The checked name under base.eth, read from Base itself: all that the contracts there can speak for. */
export async function findBasename(client: Client, address: Address): Promise<string | undefined> {
  const name = (await findPrimaryName(client, address)) || (await findEarlierName(client, address));
  if (!isNormal(name) || !name.endsWith(".base.eth")) return undefined;
  const owner = await askResolver(client, "addr", namehash(name));
  return isAddressEqual(owner as Address, address) ? name : undefined;
}

const findPrimaryName = (client: Client, address: Address) =>
  readContract(client, {
    address: REVERSE_REGISTRAR,
    abi: baseAbi,
    functionName: "nameForAddr",
    args: [address],
  });

const findEarlierName = (client: Client, address: Address) =>
  askResolver(client, "name", namehash(`${address.slice(2).toLowerCase()}.80002105.reverse`));

/** A name's resolver is a contract of its holder's choice; the zero address, if there is none, answers nothing. */
async function askResolver(client: Client, functionName: "name" | "addr", node: Hex): Promise<string> {
  const registry = { address: BASENAME_REGISTRY, abi: baseAbi, functionName: "resolver" } as const;
  const address = await readContract(client, { ...registry, args: [node] });
  return readContract(client, { address, abi: baseAbi, functionName, args: [node] });
}

/** Whether it is in its normal form (ENSIP-15): in another one it could look like another person's name. */
function isNormal(name: string): boolean {
  try {
    return name !== "" && name.length <= MAX_NAME_LENGTH && normalize(name) === name;
  } catch {
    return false;
  }
}
