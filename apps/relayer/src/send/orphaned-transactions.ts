import { type Clock, createLoop, type Logger } from "@agent-registry/service";
import type { Address } from "viem";
import type { RequestStore } from "../ledger/request-store.ts";
import type { StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import { waitedTooLong } from "./rechecker.ts";
import type { SettleMined } from "./settle-mined.ts";
import { createSideWork } from "./side-work.ts";
import type { Waiters } from "./waiters.ts";

const MINUTE_MS = 60_000;
/** Longer than a process needs to start again. */
const ORPHANED_AFTER_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What takes longer is settled aside. */
const PATIENCE_MS = 10_000;

type OrphanedDeps = {
  clock: Clock;
  wallet: Address;
  requests: Pick<RequestStore, "refuseOrphaned">;
  transactions: Pick<TransactionStore, "findOrphaned" | "abandon" | "void">;
  settleMined: SettleMined;
  waiters: Pick<Waiters, "reportSettled">;
  logger: Logger;
};

/**
 * Settles what other wallets have left in flight, such as one whose key was replaced. The chain still shows
 * what became of it, and a wallet that no process uses must not hold a signer's nonce or the budget for ever.
 */
export function createOrphanedTransactions(deps: OrphanedDeps) {
  const { clock, wallet, requests, transactions, settleMined, logger } = deps;
  const loop = createLoop({
    run: settleAll,
    intervalMs: MINUTE_MS,
    log: { name: "orphaned transactions", logger },
  });
  const settling = createSideWork<StoredTransaction>({
    name: "the settlement of an orphaned transaction",
    toKey: ({ id }) => id,
    work: settle,
    maxUnderWay: 8,
    logger,
  });

  async function settleAll(): Promise<void> {
    const before = clock.now() - ORPHANED_AFTER_MS;
    const orphaned = await transactions.findOrphaned({ wallet, before });
    await settling.run(orphaned, { patienceMs: PATIENCE_MS });
    await requests.refuseOrphaned({ wallet, before, refusal: waitedTooLong });
    if (orphaned.length > 0) deps.waiters.reportSettled();
  }

  async function settle({ id, ...transaction }: StoredTransaction): Promise<void> {
    if (await settleMined({ id, ...transaction })) return;
    if (transaction.state === "live") await transactions.abandon([id]);
    else if (clock.now() - transaction.createdAt > DAY_MS) await transactions.void({ id });
  }

  return { start: () => loop.wake(), stop: () => loop.stop().then(settling.whenIdle) };
}
