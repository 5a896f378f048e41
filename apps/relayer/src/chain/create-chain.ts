import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import { type Clock, singleFlight } from "@agent-registry/service";
import {
  type Address,
  createPublicClient,
  fallback,
  type Hex,
  numberToHex,
  type RpcTransactionReceipt,
} from "viem";
import { broadcast } from "./broadcast.ts";
import { createPrices } from "./prices.ts";
import { findRevertReason, isAnswer, isUndecodable, orRpcFailure, toRpcFailure } from "./rpc-error.ts";
import { rpcTransport } from "./rpc-transport.ts";
import { createSimulator } from "./simulator.ts";

/** A receipt as nodes write it; OP-stack chains add the fee for the data on the parent chain. */
export type Receipt = RpcTransactionReceipt & { l1Fee?: Hex | null };

export type Chain = ReturnType<typeof createChain>;

type ChainOptions = {
  rpcUrls: readonly string[];
  forwarderAddress: Address;
  wallet: Address;
  clock: Clock;
  timeoutMs: number;
};

type AgentsOfRegistry = { registryAddress: Address; agentIds: readonly bigint[] };

/** Everything that the relayer asks the chain. Each read throws `RpcFailure` if no node answers. */
export function createChain({ rpcUrls, forwarderAddress, wallet, clock, timeoutMs }: ChainOptions) {
  const transports = rpcUrls.map((url) => rpcTransport({ url, timeoutMs }));
  const client = createPublicClient({
    transport: fallback(transports, { retryCount: 2, retryDelay: 100 }),
    cacheTime: 0,
  });
  /** One client for each node, without retries: what a node answered must be known. */
  const nodes = transports.map((transport) => createPublicClient({ transport }));

  return {
    ...createPrices({ client }),
    ...createSimulator({ client, forwarderAddress, wallet, clock }),
    broadcast: (raw: Hex) => broadcast({ nodes, raw }),

    readChainId: () => orRpcFailure(client.getChainId()),
    readCode: (address: Address) => orRpcFailure(client.getCode({ address })),
    /** The forwarder that a Registry trusts; null if there is no Registry. */
    async readTrustedForwarder(registryAddress: Address): Promise<Address | null> {
      const trustedForwarder = { abi: registryAbi, functionName: "trustedForwarder" } as const;
      try {
        return await client.readContract({ ...trustedForwarder, address: registryAddress });
      } catch (error) {
        if (isAnswer(error) || findRevertReason(error) !== undefined || isUndecodable(error)) return null;
        throw toRpcFailure(error);
      }
    },
    /** How many seconds ago each of these agents was attested last, by the chain's clock. One call for about 28 agents. */
    async readAttestationAges({ registryAddress, agentIds }: AgentsOfRegistry): Promise<bigint[]> {
      const complianceStatus = { abi: registryAbi, functionName: "complianceStatus" } as const;
      const contracts = agentIds.map((id) => ({
        ...complianceStatus,
        address: registryAddress,
        args: [id] as const,
      }));
      const statuses = await orRpcFailure(
        client.multicall({ contracts, allowFailure: false, deployless: true }),
      );
      return statuses.map(([, , secondsSinceAttestation]) => secondsSinceAttestation);
    },
    readBalance: singleFlight(() => orRpcFailure(client.getBalance({ address: wallet }))),
    /** How many of the wallet's transactions are mined: the number of the next. */
    readLatestNonce: singleFlight(() => orRpcFailure(readNonce("latest"))),
    /** The same, with what the node knows to be waiting. */
    readPendingNonce: singleFlight(() => orRpcFailure(readNonce("pending"))),

    async readForwarderNonce(address: Address): Promise<bigint> {
      const getNonce = { abi: minimalForwarderAbi, functionName: "getNonce", args: [address] } as const;
      return await orRpcFailure(client.readContract({ ...getNonce, address: forwarderAddress }));
    },

    /** The hash of the block with this number; null if the node has none yet. */
    async readBlockHash(number: number): Promise<Hex | null> {
      const params = [numberToHex(number), false] as const;
      const block = await orRpcFailure(
        client.request({ method: "eth_getBlockByNumber", params: [...params] }),
      );
      return block?.hash ?? null;
    },

    async readReceipt(hash: Hex): Promise<Receipt | null> {
      return await orRpcFailure(client.request({ method: "eth_getTransactionReceipt", params: [hash] }));
    },
  };

  async function readNonce(blockTag: "latest" | "pending"): Promise<number> {
    return Number(await client.request({ method: "eth_getTransactionCount", params: [wallet, blockTag] }));
  }
}
