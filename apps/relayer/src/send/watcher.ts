import { type Clock, createLoop, type Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import type { BroadcastResult } from "../chain/nodes.ts";
import type { StoredTransaction, TransactionStore } from "../ledger/transaction-store.ts";
import type { RelayMetrics } from "../relay-metrics.ts";
import { SignerFailure } from "../signing/signing-account.ts";
import { type Prices, planReplacement } from "../transaction/fees.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { SettleMined } from "./settle-mined.ts";
import { createSideWork } from "./side-work.ts";
import type { TransactionSigner } from "./transaction-signer.ts";
import type { Waiters } from "./waiters.ts";

const IDLE_MS = 2_000;
/** What takes a node longer is waited for aside, while everything else goes on. */
const PATIENCE_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/** How long the relayer waits before it acts, in milliseconds: never in blocks, which may come five a second. */
export type Timing = {
  /** Between two looks at the chain while anything is in flight. */
  pollMs: number;
  /** Until a transaction that no node took is sent again. */
  retryMs: number;
  /** Until a transaction that is not mined is sent again as it is: its node may have forgotten it. */
  resendMs: number;
  /** Until it is replaced by one that pays more. */
  replaceMs: number;
  /** Until an unused nonce below transactions of ours counts as a gap. */
  gapMs: number;
  /** Until a spent nonce without a receipt of ours counts as spent by another program. */
  lostMs: number;
  /** Until an abandoned transaction whose nonce is spent is forgotten. */
  forgetMs: number;
  /** Between two looks for reorganisations. */
  reorganisationPollMs: number;
};

/** Nodes behind one address can be seconds apart: a nonce may be seen as spent well before its receipt. */
export const defaultTiming: Timing = {
  pollMs: 200,
  retryMs: 1_000,
  resendMs: 5_000,
  replaceMs: 15_000,
  gapMs: 8_000,
  lostMs: 20_000,
  forgetMs: 10 * 60_000,
  reorganisationPollMs: 2_000,
};

type WatcherDeps = {
  chain: Pick<Chain, "broadcast" | "readLatestNonce" | "readPendingNonce" | "readPrices">;
  dispatcher: Pick<Dispatcher, "events" | "isSending" | "reportLive">;
  clock: Clock;
  wallet: Address;
  feeCapWei: bigint;
  transactions: TransactionStore;
  waiters: Waiters;
  signer: Pick<TransactionSigner, "replace">;
  settleMined: SettleMined;
  timing: Partial<Timing>;
  metrics: Pick<RelayMetrics, "replacements" | "nonceRepairs">;
  logger: Logger;
};

type Resending = {
  transaction: StoredTransaction;
  isNextInLine: boolean;
  /** Null if no node returns them. */
  prices: Prices | null;
  now: number;
};

/** The one poller for everything in flight: settles what is mined, and sends again what is stuck. */
export function createWatcher(deps: WatcherDeps) {
  const { chain, clock, dispatcher, transactions, waiters, logger } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const gracePeriods = createGracePeriods({ clock });
  /** When each transaction is to be sent again. Empty after a start, since a stored transaction may not have been sent. */
  const resendAt = new Map<Hex, number>();

  /** Transactions are settled or abandoned, and the dispatcher does not know it yet. */
  let hasFewerLive = false;
  /** What the last look found. */
  let lastUnsettled: StoredTransaction[] = [];

  const loop = createLoop({ run: watch, intervalMs: IDLE_MS, log: { name: "watcher", logger } });
  const settling = createSideWork<StoredTransaction>({
    name: "the settlement of a transaction",
    toKey: ({ id }) => id,
    work: settle,
    maxUnderWay: 32,
    logger,
  });
  const sending = createSideWork<Resending>({
    name: "sending a transaction again",
    toKey: ({ transaction }) => transaction.id,
    work: sendAgain,
    maxUnderWay: 32,
    logger,
  });
  dispatcher.events.on("sent", noteSent);
  dispatcher.events.on("changed", () => loop.wake());

  async function watch(): Promise<void> {
    let isBusy = true;
    try {
      const unsettled = await transactions.findUnsettled(deps.wallet);
      isBusy = unsettled.length > 0 || waiters.count() > 0;
      forgetSettled(unsettled);
      await reportFinishedElsewhere(unsettled);
      if (unsettled.length > 0) await look(unsettled);
    } finally {
      await waiters.reportFinished();
      if (hasFewerLive) reportLive(0);
      if (isBusy) loop.wakeIn(timing.pollMs);
    }
  }

  async function look(unsettled: StoredTransaction[]): Promise<void> {
    const latest = await chain.readLatestNonce();
    const spent = unsettled.filter(({ nonce }) => nonce < latest);
    const waiting = unsettled.filter(({ nonce }) => nonce >= latest);
    await settling.run(spent, { patienceMs: PATIENCE_MS });
    const live = waiting.filter(({ state }) => state === "live");
    if (hasFewerLive) reportLive(live.length);
    if (live.length > 0 && !(await healGap({ live, latest }))) await moveOn({ live, latest });
    await forgetOld(waiting);
    gracePeriods.keepOnly(["gap", ...unsettled.map(({ id }) => id)]);
  }

  /** One that a reorganisation brings back is sent again at once: the node may have lost it with its block. */
  function forgetSettled(unsettled: StoredTransaction[]): void {
    for (const id of resendAt.keys()) if (!unsettled.some((held) => held.id === id)) resendAt.delete(id);
  }

  /** Another process may have settled what this one has watched. */
  async function reportFinishedElsewhere(unsettled: StoredTransaction[]): Promise<void> {
    const ids = new Set(unsettled.map(({ id }) => id));
    const settled = lastUnsettled.filter(({ id }) => !ids.has(id));
    lastUnsettled = unsettled;
    await waiters.reportFinished(settled.flatMap(({ digests }) => digests));
  }

  /** Callers who wait for its requests are answered at once, not only after the others are settled, too. */
  async function settle(transaction: StoredTransaction): Promise<void> {
    if (!(await settleOrAbandon(transaction))) return;
    hasFewerLive = true;
    await waiters.reportFinished(transaction.digests);
    // The look that began this may be over.
    loop.wake();
  }

  /** Its nonce is spent. False while it is not known by which transaction. */
  async function settleOrAbandon(transaction: StoredTransaction): Promise<boolean> {
    if (await deps.settleMined(transaction)) return true;
    if (await transactions.wasOvertaken({ wallet: deps.wallet, transaction })) {
      await transactions.void({ id: transaction.id });
      return true;
    }
    // The nonce is spent, but by none of ours: another node may have the receipt, or another program used the key.
    const isLive = transaction.state === "live";
    if (!gracePeriods.isOver(transaction.id, isLive ? timing.lostMs : timing.forgetMs)) return false;
    logger.warn({ transactionHash: transaction.id, nonce: transaction.nonce }, "nonce spent by another");
    if (isLive) {
      await transactions.abandon([transaction.id]);
      deps.metrics.nonceRepairs.inc();
    } else {
      await transactions.void({ id: transaction.id });
    }
    return true;
  }

  /** No transaction will ever use a nonce below those in flight: they are sent again from there. */
  async function healGap({ live, latest }: { live: StoredTransaction[]; latest: number }): Promise<boolean> {
    const lowest = Math.min(...live.map(({ nonce }) => nonce));
    if (lowest <= latest || (await chain.readPendingNonce()) >= lowest) {
      gracePeriods.reset("gap");
      return false;
    }
    if (!gracePeriods.isOver("gap", timing.gapMs)) return false;
    logger.warn({ latest, lowest }, "gap in the wallet's nonces: sending again from the chain's number");
    await transactions.abandon(live.map(({ id }) => id));
    deps.metrics.nonceRepairs.inc();
    reportLive(0);
    return true;
  }

  /** Sends again what a node may not have, and bids more for what is stuck. */
  async function moveOn({ live, latest }: { live: StoredTransaction[]; latest: number }): Promise<void> {
    const now = clock.now();
    // One that is being sent may be abandoned on the node's answer: sent again meanwhile, it could still be mined.
    const stale = live
      .filter(({ id }) => !dispatcher.isSending(id))
      .filter(({ id, createdAt }) => now >= (resendAt.get(id) ?? createdAt + timing.retryMs));
    if (stale.length === 0) return;
    // Without prices nothing is replaced, but all is sent again.
    const prices = await chain.readPrices().catch((error: unknown) => {
      logger.warn({ err: error }, "no prices: stuck transactions are sent again as they are");
      return null;
    });
    // One after the other, since nodes like a wallet's transactions in the order of their nonces.
    for (const transaction of stale) {
      const isNextInLine = transaction.nonce === latest;
      await sending.run([{ transaction, isNextInLine, prices, now }], { patienceMs: PATIENCE_MS });
    }
  }

  async function sendAgain({ transaction, isNextInLine, prices, now }: Resending): Promise<void> {
    const { id, nonce, attempts } = transaction;
    const fees =
      prices &&
      planReplacement({
        attempts,
        isNextInLine,
        feeEstimate: prices.feeEstimate,
        capWei: deps.feeCapWei,
        now,
        gracePeriodMs: timing.replaceMs,
      });
    const dearer = fees && (await replaceIfSigned(transaction, { fees, toDataFee: prices.toDataFee }));
    if (dearer) deps.metrics.replacements.inc();
    const newest = attempts.at(-1);
    if (newest === undefined) return;
    const raw = dearer ?? (await transactions.getRaw(newest.hash));
    const result = await chain.broadcast(raw);
    noteSent({ id, result });
    const said = { transactionHash: id, nonce, isReplaced: raw === dearer, ...result };
    logger.info(said, "transaction sent again");
  }

  /** Undefined as well if the signer gives no signature: then it is sent again as it is. */
  async function replaceIfSigned(
    ...[transaction, price]: Parameters<TransactionSigner["replace"]>
  ): Promise<Hex | undefined> {
    return await deps.signer.replace(transaction, price).catch((error: unknown) => {
      if (error instanceof SignerFailure) return undefined;
      throw error;
    });
  }

  function reportLive(count: number): void {
    hasFewerLive = false;
    dispatcher.reportLive(count);
    waiters.reportSettled();
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

  return {
    start: () => loop.wake(),
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all([settling.whenIdle(), sending.whenIdle()]);
    },
  };
}

/** Remembers since when something has been true, to act only on what lasts. */
export function createGracePeriods({ clock }: { clock: Clock }) {
  const since = new Map<string, number>();
  return {
    /** True once it has been asked for this long without a reset. */
    isOver(key: string, gracePeriodMs: number): boolean {
      const first = since.get(key) ?? clock.now();
      since.set(key, first);
      return clock.now() - first >= gracePeriodMs;
    },
    reset(key: string): void {
      since.delete(key);
    },
    keepOnly(keys: string[]): void {
      const kept = new Set(keys);
      for (const key of since.keys()) if (!kept.has(key)) since.delete(key);
    },
  };
}
