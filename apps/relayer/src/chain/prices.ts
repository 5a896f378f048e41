import { singleFlight } from "@agent-registry/service";
import { decodeFunctionResult, encodeFunctionData, type PublicClient, parseAbi } from "viem";
import type { FeeEstimate, Prices } from "../transaction/fees.ts";
import { orRpcFailure } from "./rpc-error.ts";

/** Short even if blocks come five a second: bids leave room for the base fee to double meanwhile. */
const FEE_ESTIMATE_TTL_MS = 1_000;
const DATA_FEE_TTL_MS = 10_000;
/** At the same address on every OP-stack chain. */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);
const REFERENCE_BYTES = 1_000n;
/** The parent chain's price may rise between our question and the block that holds the transaction. */
const DATA_FEE_MARGIN = 2n;

/** What the chain charges: the estimate for the next block and, on OP-stack chains, the fee for the data. */
export function createPrices({ client }: { client: PublicClient }) {
  let hasOracle: boolean | undefined;
  const readFeeEstimate = singleFlight(() => orRpcFailure(askFeeEstimate()));
  const readRecentFeeEstimate = ttlCache({ read: readFeeEstimate, ttlMs: FEE_ESTIMATE_TTL_MS });
  const readReferenceFee = ttlCache({ read: askReferenceFee, ttlMs: DATA_FEE_TTL_MS });

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
    const referenceFee = hasOracle ? await readReferenceFee() : 0n;
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
    readRecentPrices: () => read(readRecentFeeEstimate),
  };
}

function ttlCache<T>({ read, ttlMs }: { read: () => Promise<T>; ttlMs: number }): () => Promise<T> {
  let known: { value: T; readAt: number } | undefined;
  return async function readCached() {
    if (known !== undefined && performance.now() - known.readAt < ttlMs) return known.value;
    const value = await read();
    known = { value, readAt: performance.now() };
    return value;
  };
}
