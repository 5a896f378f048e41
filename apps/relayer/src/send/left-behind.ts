import type { Clock, Logger } from "@agent-registry/service";
import type { Address } from "viem";
import type { RequestStore } from "../ledger/request-store.ts";
import type { StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import { waitedTooLong } from "./dispatcher.ts";
import { createLoop } from "./loop.ts";

const MINUTE_MS = 60_000;
/** Longer than a process needs to start again. */
const LEFT_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type LeftBehindDeps = {
  clock: Clock;
  wallet: Address;
  requests: Pick<RequestStore, "refuseLeftBehind">;
  transactions: Pick<TransactionStore, "findLeftBehind" | "abandon" | "void">;
  settleMined: (transaction: StoredTransaction) => Promise<boolean>;
  onSettled: () => void;
  logger: Logger;
};

/**
 * Looks after what other wallets have left in flight, such as one whose key was replaced: the chain still tells
 * what became of it, and nobody's nonce or budget may be held for ever by a wallet that no process has.
 */
export function createLeftBehind(deps: LeftBehindDeps) {
  const { clock, wallet, requests, transactions, settleMined } = deps;
  const loop = createLoop({
    name: "what other wallets left behind",
    run: lookAfter,
    intervalMs: MINUTE_MS,
    logger: deps.logger,
  });

  async function lookAfter(): Promise<void> {
    const before = clock.now() - LEFT_MS;
    const left = await transactions.findLeftBehind({ wallet, before });
    for (const transaction of left) {
      if (await settleMined(transaction)) continue;
      if (transaction.state === "live") await transactions.abandon([transaction.id]);
      else if (clock.now() - transaction.createdAt > DAY_MS) await transactions.void({ id: transaction.id });
    }
    await requests.refuseLeftBehind({ wallet, before, refusal: waitedTooLong });
    if (left.length > 0) deps.onSettled();
  }

  return { start: () => loop.wake(), stop: () => loop.stop() };
}
