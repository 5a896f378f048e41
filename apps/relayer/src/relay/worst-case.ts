import type { ForwardRequest } from "@agent-registry/protocol";
import { type Hex, size } from "viem";
import type { DataFee } from "../chain/data-fee.ts";
import { encodeExecute } from "../send/encode-call.ts";
import { type Market, toFees } from "../send/fees.ts";
import { toGasLimit } from "../send/gas-limit.ts";

/** Envelope and signature around the call's data. */
const ENVELOPE_BYTES = 200;

type WorstCaseDeps = { readMarket: () => Promise<Market>; dataFee: DataFee; feeCapWei: bigint };

/** The most that sending a request alone could cost, at the prices of this moment. */
export function createWorstCase(deps: WorstCaseDeps) {
  return async function readWorstCase(signed: { request: ForwardRequest; signature: Hex }): Promise<bigint> {
    const [market, toDataFee] = await Promise.all([deps.readMarket(), deps.dataFee.read()]);
    const data = encodeExecute(signed);
    const gas = toGasLimit({ requests: [signed.request], data });
    const { maxFeePerGas } = toFees({ market, capWei: deps.feeCapWei });
    return gas * maxFeePerGas + toDataFee(size(data) + ENVELOPE_BYTES);
  };
}
