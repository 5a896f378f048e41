import type { RelayResponse } from "@agent-registry/protocol";
import type { Logger } from "@agent-registry/service";
import { type Address, formatEther, type Hex } from "viem";
import type { Chain, Receipt } from "../chain/create-chain.ts";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";
import type { Outcome, StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import { readSucceeded, toRequestKey } from "../transaction/forwarder.ts";
import type { RequestIds } from "./waiters.ts";

export type SettleMined = ReturnType<typeof createSettleMined>;

type SettleDeps = {
  chain: Pick<Chain, "readReceipt">;
  requests: Pick<RequestStore, "findAll">;
  transactions: Pick<TransactionStore, "settle">;
  requestIds: Pick<RequestIds, "findAll">;
  forwarderAddress: Address;
  logger: Logger;
};

/** Settles a transaction if any of its attempts is mined, and returns whether one is. */
export function createSettleMined(deps: SettleDeps) {
  const { chain, requests, transactions, forwarderAddress, logger } = deps;
  return async function settleMined(transaction: StoredTransaction): Promise<boolean> {
    const hashes = transaction.attempts.map(({ hash }) => hash);
    const receipt = await findAnyReceipt({ chain, hashes });
    if (receipt === null) return false;
    const { id, nonce, digests } = transaction;
    const stored = await requests.findAll(digests);
    // In the order in which the transaction carries them.
    const carried = digests.flatMap((digest) => stored.find((item) => item.digest === digest) ?? []);
    const outcomes = toOutcomes({ receipt, requests: carried, forwarderAddress });
    const { transactionHash: hash } = receipt;
    const block = { number: Number(receipt.blockNumber), hash: receipt.blockHash };
    await transactions.settle({ id, hash, block, costWei: toCost(receipt), outcomes });
    const requestIds = deps.requestIds.findAll(digests);
    logger.info({ requestIds, transactionHash: hash, nonce, digests }, "mined");
    return true;
  };
}

/** All that the wallet paid for it: gas and, on OP-stack chains, the fee for the parent chain. */
function toCost(receipt: Receipt): bigint {
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee ?? 0);
}

type OutcomeOptions = { receipt: Receipt; requests: StoredRequest[]; forwarderAddress: Address };

/**
 * What a mined transaction did for each of its requests. Gas and cost are shared out in proportion to
 * the gas that each was signed for, and add up to the whole.
 */
function toOutcomes({ receipt, requests, forwarderAddress }: OutcomeOptions): Outcome[] {
  const succeeded = readSucceeded({ logs: receipt.logs, forwarderAddress });
  const weights = requests.map(({ request }) => request.gas);
  const gasShares = shareOut(BigInt(receipt.gasUsed), weights);
  const costShares = shareOut(toCost(receipt), weights);
  return requests.map(({ digest, request }, position) => {
    if (!succeeded.has(toRequestKey(request))) return { digest, result: null };
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

/**
 * The receipt of the one that is mined; null if none is. Only one of them can be, so a failure to read another
 * does not matter; without a receipt it does, since that one may be mined.
 */
export async function findAnyReceipt({
  chain,
  hashes,
}: {
  chain: Pick<Chain, "readReceipt">;
  hashes: Hex[];
}): Promise<Receipt | null> {
  const answers = await Promise.allSettled(hashes.map((hash) => chain.readReceipt(hash)));
  for (const answer of answers) {
    if (answer.status === "fulfilled" && answer.value !== null) return answer.value;
  }
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return null;
}
