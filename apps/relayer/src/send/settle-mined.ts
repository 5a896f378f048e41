import type { Logger } from "@agent-registry/service";
import type { Address } from "viem";
import type { Chain, Receipt } from "../chain/create-chain.ts";
import type { RequestStore } from "../ledger/request-store.ts";
import type { StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import { toCost, toOutcomes } from "./to-outcomes.ts";

type SettleDeps = {
  chain: Pick<Chain, "readReceipt">;
  requests: Pick<RequestStore, "findAll">;
  transactions: Pick<TransactionStore, "settle">;
  forwarderAddress: Address;
  logger: Logger;
};

/** Settles a transaction where any of its attempts is mined, and tells whether one is. */
export function createSettleMined({ chain, requests, transactions, forwarderAddress, logger }: SettleDeps) {
  async function findReceipt({ attempts }: StoredTransaction): Promise<Receipt | undefined> {
    const receipts = await Promise.all(attempts.map(({ hash }) => chain.readReceipt(hash)));
    return receipts.find((receipt) => receipt !== null) ?? undefined;
  }

  return async function settleMined(transaction: StoredTransaction): Promise<boolean> {
    const receipt = await findReceipt(transaction);
    if (receipt === undefined) return false;
    const { id, nonce, digests } = transaction;
    const stored = await requests.findAll(digests);
    // In the order in which the transaction carries them.
    const carried = digests.flatMap((digest) => stored.find((item) => item.digest === digest) ?? []);
    const outcomes = toOutcomes({ receipt, requests: carried, forwarderAddress });
    const { transactionHash: hash } = receipt;
    await transactions.settle({ id, hash, costWei: toCost(receipt), outcomes });
    logger.info({ transactionHash: hash, nonce, digests }, "mined");
    return true;
  };
}
