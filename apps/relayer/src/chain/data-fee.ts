import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from "viem";
import type { Chain } from "./create-chain.ts";

/** At the same address on every OP-stack chain. */
const GAS_PRICE_ORACLE: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi(["function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)"]);
const REFERENCE_BYTES = 1_000n;
/** The parent chain's price may rise between our question and the block that holds the transaction. */
const MARGIN = 2n;
const FRESH_MS = 10_000;

export type DataFee = ReturnType<typeof createDataFee>;

/** The most that an OP-stack chain may take for publishing a transaction on its parent chain. */
export function createDataFee({ chain }: { chain: Pick<Chain, "readCode" | "call"> }) {
  let hasOracle: boolean | undefined;
  let known: { perReferenceWei: bigint; readAt: number } | undefined;

  async function readPerReference(): Promise<bigint> {
    hasOracle ??= ((await chain.readCode(GAS_PRICE_ORACLE)) ?? "0x") !== "0x";
    if (!hasOracle) return 0n;
    if (known !== undefined && performance.now() - known.readAt < FRESH_MS) return known.perReferenceWei;
    const question = { abi: oracleAbi, functionName: "getL1FeeUpperBound" } as const;
    const data = encodeFunctionData({ ...question, args: [REFERENCE_BYTES] });
    const returned = await chain.call({ to: GAS_PRICE_ORACLE, data });
    known = {
      perReferenceWei: decodeFunctionResult({ ...question, data: returned }),
      readAt: performance.now(),
    };
    return known.perReferenceWei;
  }

  return {
    /** A function from a transaction's size in bytes to that fee. */
    async read(): Promise<(bytes: number) => bigint> {
      const perReference = await readPerReference();
      return (bytes) => {
        const counted = BigInt(bytes) < REFERENCE_BYTES ? REFERENCE_BYTES : BigInt(bytes);
        return ((perReference * counted) / REFERENCE_BYTES) * MARGIN;
      };
    },
  };
}
