import type { Logger } from "@agent-registry/service";
import {
  type Address,
  type Client,
  createClient,
  custom,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
} from "viem";
import { readContract } from "viem/actions";
import { getEnsAddress, getEnsName, namehash, normalize } from "viem/ens";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";

/** It is in viem's list of chains, too, but to load that is to load 720 modules at every start. */
export const UNIVERSAL_RESOLVER: Address = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
/** Where addresses on Base say by now what their name is (ENSIP-19). */
const REVERSE_REGISTRAR = "0x0000000000D8e504002cC26E3Ec46D81971C1664";
/** Where they have said so before, and where names under base.eth have their resolvers. */
const BASENAME_REGISTRY = "0xB94704422c2a1E396835A571837Aa5AE53285a95";
/** The contracts that every node of the right chain has. */
const CONTRACTS: Record<string, string> = {
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

/** The contracts that are asked may be a stranger's: this bounds what they compute and, by its price, what they answer. */
const CALL_GAS = numberToHex(10_000_000);
/** In hex: more than any contract's code, and far more than a name. */
const MAX_ANSWER_LENGTH = 200_000;
/** Nodes agree on no code for a call that failed, so the words decide. */
const FAILED_CALL = /revert|gas|opcode|jump|stack/i;
const REVERTED = 3;

type Options = { nodes: readonly RpcNode[]; logger: Logger; signal: AbortSignal; onFailure: () => void };
type Call = { method: string; params: [{ to?: string }, ...unknown[]] };

/**
 * viem's client over the first node that answers; `onFailure` is called if none does. A contract that wants its answer
 * fetched from a server (CCIP-Read) has none.
 */
export function createNameClient({ nodes, logger, signal, onFailure }: Options) {
  async function ask(node: RpcNode, { method, params }: Call): Promise<Hex> {
    const [call, ...rest] = params;
    const limited = method === "eth_call" ? [{ ...call, gas: CALL_GAS }, ...rest] : params;
    const answer = await node.request(method, limited, signal);
    if (!isBytes(answer)) throw new RpcError("untrue", `${method}: the answer is not bytes, or far too many`);
    const contract = answer === "0x" && CONTRACTS[call.to ?? ""];
    if (contract) throw new RpcError("untrue", `${method}: this node's chain has no ${contract}`);
    return answer;
  }

  async function request(call: Call): Promise<Hex> {
    for (const node of nodes) {
      try {
        return await ask(node, call);
      } catch (error) {
        if (!(error instanceof RpcError) || isOfContract(error)) throw error;
        const reason = signal.aborted ? `${call.method}: no answer in time` : error.message;
        logger.warn(
          { rpc: node.name, reason, said: error.said },
          "An RPC node could not be asked for a name",
        );
      }
    }
    onFailure();
    throw new RpcError("unavailable", `${call.method}: no node answered`);
  }

  return createClient({ ccipRead: false, transport: custom({ request }, { retryCount: 0 }) });
}

function isBytes(answer: unknown): answer is Hex {
  const isShort = typeof answer === "string" && answer.length <= MAX_ANSWER_LENGTH;
  return isShort && /^0x([0-9a-f]{2})*$/i.test(answer);
}

/** Whether it is the contract that failed, and not the node. */
function isOfContract({ code, said }: RpcError): boolean {
  return code !== undefined && (code === REVERTED || FAILED_CALL.test(said ?? ""));
}
