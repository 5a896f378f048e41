import type { Clock, Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import { type BroadcastResult, broadcast } from "../chain/broadcast.ts";
import type { Chain } from "../chain/create-chain.ts";
import type { DataFee } from "../chain/data-fee.ts";
import type { StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import type { RelayMetrics } from "../relay-metrics.ts";
import type { Fees } from "./fees.ts";
import { createLoop } from "./loop.ts";
import { createPatience } from "./patience.ts";
import { planReplacement } from "./plan-replacement.ts";
import type { Timing } from "./timing.ts";
import type { Waiters } from "./waiters.ts";

const IDLE_MS = 2_000;
const DAY_MS = 24 * 60 * 60_000;

type WatcherDeps = {
  chain: Pick<Chain, "nodes" | "readLatestNonce" | "readPendingNonce" | "readMarket">;
  dataFee: DataFee;
  clock: Clock;
  wallet: Address;
  feeCapWei: bigint;
  transactions: TransactionStore;
  waiters: Waiters;
  settleMined: (transaction: StoredTransaction) => Promise<boolean>;
  replaceTransaction: (options: {
    transaction: StoredTransaction;
    fees: Fees;
    toDataFee: (bytes: number) => bigint;
  }) => Promise<Hex | undefined>;
  timing: Timing;
  /** With the number of transactions that are still live. */
  onSettled: (liveCount: number) => void;
  metrics: Pick<RelayMetrics, "replacements" | "nonceRepairs">;
  logger: Logger;
};

export type Watcher = ReturnType<typeof createWatcher>;

/** The one poller for everything in flight: settles what is mined, and moves what is stuck. */
export function createWatcher(deps: WatcherDeps) {
  const { chain, clock, transactions, timing, logger } = deps;
  const patience = createPatience({ clock });
  /** When each transaction is to be sent again. Empty after a start: what was written, but maybe not sent, goes first. */
  const resendAt = new Map<Hex, number>();

  const loop = createLoop({ name: "watcher", run: watch, intervalMs: IDLE_MS, logger });

  async function watch(): Promise<void> {
    let isBusy = true;
    try {
      const unsettled = await transactions.findUnsettled(deps.wallet);
      isBusy = unsettled.length > 0 || deps.waiters.count() > 0;
      if (unsettled.length > 0) await look(unsettled);
    } finally {
      await deps.waiters.tellFinished();
      if (isBusy) loop.wakeIn(timing.pollMs);
    }
  }

  async function look(unsettled: StoredTransaction[]): Promise<void> {
    const latest = await chain.readLatestNonce();
    const spent = unsettled.filter(({ nonce }) => nonce < latest);
    const waiting = unsettled.filter(({ nonce }) => nonce >= latest);
    const settled = await Promise.all(spent.map(settleIfMined));
    const live = waiting.filter(({ state }) => state === "live");
    if (settled.includes(true)) {
      await deps.waiters.tellFinished();
      deps.onSettled(live.length);
    }
    if (live.length > 0 && !(await healGap({ live, latest }))) await moveOn({ live, latest });
    await forgetOld(waiting);
    patience.keepOnly(["gap", ...unsettled.map(({ id }) => id)]);
    for (const id of resendAt.keys()) if (!unsettled.some((held) => held.id === id)) resendAt.delete(id);
  }

  async function settleIfMined(transaction: StoredTransaction): Promise<boolean> {
    if (await deps.settleMined(transaction)) return true;
    if (await transactions.wasOvertaken({ wallet: deps.wallet, transaction })) {
      await transactions.void({ id: transaction.id });
      return true;
    }
    // Seen spent, but by none of ours: another node may have the receipt, or somebody else used the key.
    const isLive = transaction.state === "live";
    if (!patience.isOver(transaction.id, isLive ? timing.lostMs : timing.forgetMs)) return false;
    logger.warn({ transactionHash: transaction.id, nonce: transaction.nonce }, "nonce spent by another");
    if (isLive) {
      await transactions.abandon([transaction.id]);
      deps.metrics.nonceRepairs.inc();
    } else {
      await transactions.void({ id: transaction.id });
    }
    return true;
  }

  /** Below what we wait for is a nonce that nobody is going to use: start again from there. */
  async function healGap({ live, latest }: { live: StoredTransaction[]; latest: number }): Promise<boolean> {
    const lowest = Math.min(...live.map(({ nonce }) => nonce));
    if (lowest <= latest || (await chain.readPendingNonce()) >= lowest) {
      patience.reset("gap");
      return false;
    }
    if (!patience.isOver("gap", timing.gapMs)) return false;
    logger.warn({ latest, lowest }, "gap in the wallet's nonces: sending again from the chain's number");
    await transactions.abandon(live.map(({ id }) => id));
    deps.metrics.nonceRepairs.inc();
    deps.onSettled(0);
    return true;
  }

  /** Sends again what a node may not have, and bids more for what is stuck. */
  async function moveOn({ live, latest }: { live: StoredTransaction[]; latest: number }): Promise<void> {
    const now = clock.now();
    const stale = live.filter(({ id, createdAt }) => now >= (resendAt.get(id) ?? createdAt + timing.retryMs));
    if (stale.length === 0) return;
    const [market, toDataFee] = await Promise.all([chain.readMarket(), deps.dataFee.read()]);
    for (const transaction of stale) {
      const fees = planReplacement({
        attempts: transaction.attempts,
        isNextInLine: transaction.nonce === latest,
        market,
        capWei: deps.feeCapWei,
        now,
        patienceMs: timing.replaceMs,
      });
      const dearer = fees && (await deps.replaceTransaction({ transaction, fees, toDataFee }));
      if (dearer !== undefined) deps.metrics.replacements.inc();
      const raw = dearer ?? transaction.attempts.at(-1)?.raw;
      if (raw === undefined) continue;
      const result = await broadcast({ chain, raw });
      noteSent({ id: transaction.id, result });
      const { id, nonce } = transaction;
      const said = { transactionHash: id, nonce, isReplaced: dearer !== undefined, ...result };
      logger.info(said, "transaction sent again");
    }
  }

  function noteSent({ id, result }: { id: Hex; result: BroadcastResult }): void {
    const isTaken = result.kind === "accepted";
    resendAt.set(id, clock.now() + (isTaken ? timing.resendMs : timing.retryMs));
  }

  /** A nonce that is never reached, as on a chain that was reset, must not hold its reservation for ever. */
  async function forgetOld(waiting: StoredTransaction[]): Promise<void> {
    for (const { id, state, createdAt } of waiting) {
      if (state === "abandoned" && clock.now() - createdAt > DAY_MS) await transactions.void({ id });
    }
  }

  return { noteSent, wake: () => loop.wake(), stop: () => loop.stop() };
}
