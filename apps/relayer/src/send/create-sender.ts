import type { Clock, Logger } from "@agent-registry/service";
import type { Address } from "viem";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import type { Ledger } from "../ledger/create-ledger.ts";
import type { RelayMetrics } from "../relay-metrics.ts";
import type { SigningAccount } from "../signing/signing-account.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createOrphanedTransactions } from "./orphaned-transactions.ts";
import { createReorganisations } from "./reorganisations.ts";
import { createSettleMined } from "./settle-mined.ts";
import { createTransactionSigner } from "./transaction-signer.ts";
import { createWaiters, type RequestIds } from "./waiters.ts";
import { createWatcher, type Timing } from "./watcher.ts";

const DRAIN_MS = 8_000;

type SenderDeps = {
  chain: Chain;
  connection: Connection;
  ledger: Ledger;
  clock: Clock;
  requestIds: RequestIds;
  account: SigningAccount;
  forwarderAddress: Address;
  feeCapWei: bigint;
  budgetWei: bigint;
  timing: Partial<Timing>;
  metrics: RelayMetrics;
  logger: Logger;
};

export type Sender = ReturnType<typeof createSender>;

/** Takes accepted requests from the queue to the chain, and follows them until they are mined or refused. */
export function createSender({ ledger, account, ...deps }: SenderDeps) {
  const { clock, forwarderAddress, feeCapWei, budgetWei } = deps;
  const { db, requests, transactions } = ledger;
  const common = { ...deps, wallet: account.address, requests, transactions };
  const waiters = createWaiters({ store: requests });
  const signer = createTransactionSigner({ db, clock, account, forwarderAddress, feeCapWei, budgetWei });
  const settleMined = createSettleMined(common);
  const dispatcher = createDispatcher({ ...common, signer });
  const watcher = createWatcher({ ...common, dispatcher, waiters, signer, settleMined });
  const orphaned = createOrphanedTransactions({ ...common, settleMined, waiters });
  const onRevived = () => void dispatcher.events.emit("changed");
  const reorganisations = createReorganisations({ ...common, onRevived });
  const parts = [dispatcher, watcher, orphaned, reorganisations];

  return {
    /** A request was accepted. */
    wake: dispatcher.wake,
    waitForFinished: waiters.waitForFinished,
    waitForSettled: waiters.waitForSettled,

    start(): void {
      for (const part of parts) part.start();
    },

    /** Gives callers `DRAIN_MS` to get their answer. Those who wait longer get what is known. */
    async drain(): Promise<void> {
      const deadline = performance.now() + DRAIN_MS;
      while (waiters.count() > 0 && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      waiters.releaseAll();
    },

    async stop(): Promise<void> {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
