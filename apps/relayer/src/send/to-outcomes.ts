import { minimalForwarderAbi, type RelayResponse } from "@agent-registry/protocol";
import { type Address, formatEther, isAddressEqual, parseEventLogs } from "viem";
import type { Receipt } from "../chain/create-chain.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import type { Outcome } from "../ledger/transaction-store.ts";

/** All that the wallet lost by it: gas and, on OP-stack chains, the fee for the parent chain. */
export function toCost(receipt: Receipt): bigint {
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee ?? 0);
}

/**
 * What a mined transaction did for each of its requests. Gas and cost are shared out in proportion to
 * the gas that each was signed for, and add up to the whole.
 */
export function toOutcomes({
  receipt,
  requests,
  forwarderAddress,
}: {
  receipt: Receipt;
  requests: StoredRequest[];
  forwarderAddress: Address;
}): Outcome[] {
  const succeeded = readSuccesses({ receipt, forwarderAddress });
  const weights = requests.map(({ request }) => request.gas);
  const gasShares = shareOut(BigInt(receipt.gasUsed), weights);
  const costShares = shareOut(toCost(receipt), weights);
  return requests.map(({ digest, request }, position) => {
    if (!succeeded.has(toKey(request))) return { digest, result: null };
    const result: RelayResponse = {
      success: true,
      transactionHash: receipt.transactionHash,
      blockNumber: Number(receipt.blockNumber),
      gasUsed: (gasShares[position] ?? 0n).toString(),
      gasPaidByRelayer: formatEther(costShares[position] ?? 0n),
    };
    return { digest, result };
  });
}

/** Shares a whole by weight without losing a unit; the last takes what rounding left. */
export function shareOut(whole: bigint, weights: bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight + 1n, 0n);
  let left = whole;
  return weights.map((weight, position) => {
    const share = position === weights.length - 1 ? left : (whole * (weight + 1n)) / sum;
    left -= share;
    return share;
  });
}

function readSuccesses({ receipt, forwarderAddress }: { receipt: Receipt; forwarderAddress: Address }) {
  const logs = receipt.logs.filter((log) => isAddressEqual(log.address, forwarderAddress));
  const events = parseEventLogs({ abi: minimalForwarderAbi, eventName: "RequestForwarded", logs });
  return new Set(events.filter(({ args }) => args.success).map(({ args }) => toKey(args)));
}

function toKey({ from, nonce }: { from: Address; nonce: bigint }): string {
  return `${from.toLowerCase()}:${nonce}`;
}
