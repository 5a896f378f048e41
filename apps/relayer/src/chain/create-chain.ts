import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import { type Clock, singleFlight } from "@agent-registry/service";
import {
  type Address,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  fallback,
  type Hex,
  numberToHex,
  type PublicClient,
  parseAbi,
  type RpcTransactionReceipt,
} from "viem";
import type { FeeEstimate, Prices } from "../transaction/fees.ts";
import {
  broadcast,
  findRevertReason,
  isAnswer,
  isUndecodable,
  orRpcFailure,
  rpcTransport,
  toRpcFailure,
} from "./nodes.ts";
import { createRecentReads } from "./recent-reads.ts";
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
    ...createPrices({ client, clock }),
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

const DATA_FEE_TTL_MS = 10_000;
/** At the same address on every OP-stack chain. */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);
const REFERENCE_BYTES = 1_000n;
/** The parent chain's price may rise between our question and the block that holds the transaction. */
const DATA_FEE_MARGIN = 2n;

/** What the chain charges: the estimate for the next block and, on OP-stack chains, the fee for the data. */
function createPrices({ client, clock }: { client: PublicClient; clock: Clock }) {
  let hasOracle: boolean | undefined;
  const readFeeEstimate = singleFlight(() => orRpcFailure(askFeeEstimate()));
  // Short even if blocks come five a second: bids leave room for the base fee to double meanwhile.
  const recentFeeEstimate = createRecentReads({ read: readFeeEstimate, clock });
  const recentReferenceFee = createRecentReads({ read: askReferenceFee, clock, ttlMs: DATA_FEE_TTL_MS });

  async function askFeeEstimate(): Promise<FeeEstimate> {
    const [block, tip] = await Promise.all([
      client.request({ method: "eth_getBlockByNumber", params: ["latest", false] }),
      client.request({ method: "eth_maxPriorityFeePerGas" }),
    ]);
    return { baseFeePerGas: BigInt(block?.baseFeePerGas ?? 0), tip: BigInt(tip) };
  }

  /** The fee in wei for a transaction of the reference size. */
  async function askReferenceFee(): Promise<bigint> {
    const question = { abi: oracleAbi, functionName: "getL1FeeUpperBound" } as const;
    const data = encodeFunctionData({ ...question, args: [REFERENCE_BYTES] });
    const call = client.request({ method: "eth_call", params: [{ to: GAS_PRICE_ORACLE, data }, "latest"] });
    return decodeFunctionResult({ ...question, data: await orRpcFailure(call) });
  }

  async function readDataFee(): Promise<Prices["toDataFee"]> {
    hasOracle ??= ((await orRpcFailure(client.getCode({ address: GAS_PRICE_ORACLE }))) ?? "0x") !== "0x";
    const referenceFee = hasOracle ? await recentReferenceFee.get() : 0n;
    return (transactionBytes) => {
      const bytes = BigInt(transactionBytes);
      const counted = bytes < REFERENCE_BYTES ? REFERENCE_BYTES : bytes;
      return ((referenceFee * counted) / REFERENCE_BYTES) * DATA_FEE_MARGIN;
    };
  }

  async function read(estimate: () => Promise<FeeEstimate>): Promise<Prices> {
    const [feeEstimate, toDataFee] = await Promise.all([estimate(), readDataFee()]);
    return { feeEstimate, toDataFee };
  }

  return {
    readPrices: () => read(readFeeEstimate),
    /** The estimate may be a moment old: for questions that come with every request. */
    readRecentPrices: () => read(() => recentFeeEstimate.get()),
  };
}
