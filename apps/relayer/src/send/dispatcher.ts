import { EventEmitter } from "node:events";
import { relayErrors } from "@agent-registry/protocol";
import type { Clock, Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { BroadcastKind, BroadcastResult } from "../chain/broadcast.ts";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import { toSimulationRefusal } from "../checks/simulation.ts";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";
import type { TransactionStore } from "../ledger/transaction-store.ts";
import { createLoop } from "../loop.ts";
import { type Refusal, waitedTooLong } from "../refusal.ts";
import type { RelayMetrics } from "../relay-metrics.ts";
import { MAX_BATCH_REQUESTS, planBatch } from "../transaction/forwarder-call.ts";
import type { Created, TransactionSigner } from "./transaction-signer.ts";

/** Nodes keep this many transactions of one sender for certain. */
const MAX_LIVE = 16;
/** With transactions in flight anyway, a request waits this long for others to share a transaction with. */
const BATCH_DELAY_MS = 150;
const IDLE_MS = 2_000;
/** After a node refused a transaction; it would refuse the next one for the same reason. */
const REJECTED_REST_MS = 1_000;
/** How long a node may be behind another one that called a nonce spent. */
const NODE_LAG_MS = 10_000;
const RECHECK_AFTER_MS = 10_000;
const MAX_QUEUED_MS = 10 * 60_000;

/** Whether a queued request may go. */
type Verdict = "ready" | "wait" | Refusal;

const nodeRefused: Refusal = { status: 500, error: "RPC failure: the node refused the transaction" };
const noFunds: Refusal = { status: 503, error: relayErrors.balanceTooLow };
const overBudget: Refusal = { status: 429, error: relayErrors.budgetExhausted };

type DispatcherDeps = {
  chain: Pick<
    Chain,
    "broadcast" | "readLatestNonce" | "readPendingNonce" | "readReceipt" | "readRecentPrices" | "simulate"
  >;
  connection: Pick<Connection, "getChainId">;
  clock: Clock;
  wallet: Address;
  requests: RequestStore;
  transactions: TransactionStore;
  signer: Pick<TransactionSigner, "create">;
  metrics: Pick<RelayMetrics, "batchSize" | "nonceRepairs">;
  logger: Logger;
};

type CreatedTransaction = Extract<Created, { kind: "created" }>;
type Rejection = { id: Hex; nonce: number; kind: RejectionKind; details: string };
/** The first node that saw the transaction refused it. */
type RejectionKind = Exclude<BroadcastKind, "accepted" | "unknown">;

export type Dispatcher = ReturnType<typeof createDispatcher>;

/** Sends what is queued, one transaction after the other, without waiting for any to be mined. */
export function createDispatcher(deps: DispatcherDeps) {
  const { chain, clock, wallet, requests, transactions, logger } = deps;
  const events = new EventEmitter<{
    sent: [{ id: Hex; result: BroadcastResult }];
    /** A transaction was sent, or a request came to an end. */
    changed: [];
  }>();
  let liveCount = 0;
  let restUntil = 0;
  /** The first nonce that is not spent, as a node said when it refused a lower one. */
  let floor = { nonce: 0, holdsUntil: 0 };

  const loop = createLoop({ name: "dispatcher", run: dispatchAll, intervalMs: IDLE_MS, logger });

  async function dispatchAll(): Promise<void> {
    const restMs = restUntil - performance.now();
    if (restMs > 0) loop.wakeIn(restMs);
    else while (await dispatchNext());
  }

  /** True if there may be another transaction to send. */
  async function dispatchNext(): Promise<boolean> {
    const queued = await requests.findQueued({ wallet, limit: MAX_BATCH_REQUESTS });
    if (queued.length === 0) return false;
    const unsettled = await transactions.findUnsettled(wallet);
    liveCount = unsettled.filter(({ state }) => state === "live").length;
    if (liveCount >= MAX_LIVE) return false;

    const { ready, hasRefused } = await recheck(queued);
    const batch = planBatch(ready);
    if (batch.length === 0) return hasRefused;
    const created = await create(batch);
    if (created.kind === "over-budget") await refuse(created.digest, overBudget);
    return created.kind !== "created" || (await send(created)) === "taken";
  }

  /** With transactions in flight, their nonces tell the next one; without any, the chain is asked. */
  async function create(batch: StoredRequest[]): Promise<Exclude<Created, { kind: "nonce-needed" }>> {
    const [chainId, prices] = await Promise.all([deps.connection.getChainId(), chain.readRecentPrices()]);
    const view = { chainId, ...prices };
    const created =
      liveCount === 0
        ? ({ kind: "nonce-needed" } as const)
        : await deps.signer.create(batch, { ...view, nonces: null });
    if (created.kind !== "nonce-needed") return created;
    const askedAt = clock.now();
    const [latest, pending] = await Promise.all([chain.readLatestNonce(), chain.readPendingNonce()]);
    const lowest = askedAt < floor.holdsUntil ? floor.nonce : 0;
    const nonces = { latest: Math.max(latest, lowest), pending: Math.max(pending, lowest), askedAt };
    const second = await deps.signer.create(batch, { ...view, nonces });
    return second.kind === "nonce-needed" ? { kind: "nothing-left" } : second;
  }

  /** A request that has waited for long, or came back from a transaction, may not be valid any more. */
  async function recheck(queued: StoredRequest[]) {
    const verdicts = await Promise.all(queued.map(check));
    for (const [index, item] of queued.entries()) {
      const verdict = verdicts[index];
      if (verdict !== undefined && typeof verdict === "object") await refuse(item.digest, verdict);
    }
    return {
      ready: queued.filter((_, index) => verdicts[index] === "ready"),
      hasRefused: verdicts.some((verdict) => typeof verdict === "object"),
    };
  }

  async function check({ digest, request, signature, ...item }: StoredRequest): Promise<Verdict> {
    if (clock.now() - item.checkedAt < RECHECK_AFTER_MS) return "ready";
    if (clock.now() - item.acceptedAt > MAX_QUEUED_MS) return waitedTooLong;
    const refusal = toSimulationRefusal(await chain.simulate({ request, signature }));
    // Its nonce may be spent by a transaction of ours that was abandoned too early.
    if (refusal?.status === 401 && (await wasMinedAfterAll(digest))) return "wait";
    if (refusal !== null) return refusal;
    await requests.markChecked(digest);
    return "ready";
  }

  async function wasMinedAfterAll(digest: Hex): Promise<boolean> {
    const carriers = (await transactions.findUnsettled(wallet)).filter(({ digests }) =>
      digests.includes(digest),
    );
    const hashes = carriers.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
    const receipts = await Promise.all(hashes.map((hash) => chain.readReceipt(hash)));
    return receipts.some((receipt) => receipt !== null);
  }

  async function refuse(digest: Hex, refusal: Refusal): Promise<void> {
    await requests.refuse({ digest, refusal });
    logger.info({ digest, ...refusal }, "request refused after it was accepted");
    events.emit("changed");
  }

  async function send({ id, raw, nonce, digests }: CreatedTransaction): Promise<"taken" | "rejected"> {
    liveCount += 1;
    deps.metrics.batchSize.observe(digests.length);
    const result = await chain.broadcast(raw);
    const { kind, isUncertain, details } = result;
    logger.info({ transactionHash: id, nonce, digests, result: kind }, "transaction sent");
    events.emit("sent", { id, result });
    const isRejected = kind !== "accepted" && kind !== "unknown" && !isUncertain;
    if (isRejected) {
      restUntil = performance.now() + REJECTED_REST_MS;
      await handleRejection({ id, nonce, kind, details });
      loop.wakeIn(REJECTED_REST_MS);
    }
    events.emit("changed");
    return isRejected ? "rejected" : "taken";
  }

  async function handleRejection({ id, nonce, kind, details }: Rejection): Promise<void> {
    // These may yet be mined: the watcher goes on with them.
    if (kind === "nonce-too-high" || kind === "underpriced") return;
    // Another process may have found it in the store and sent it before us.
    if ((await chain.readReceipt(id)) !== null) return;
    logger.warn({ transactionHash: id, kind, details }, "transaction rejected");
    switch (kind) {
      case "nonce-too-low":
        // This very transaction may have spent it: it stays watched, since not every node has its receipt at once.
        deps.metrics.nonceRepairs.inc();
        floor = { nonce: nonce + 1, holdsUntil: clock.now() + NODE_LAG_MS };
        return await transactions.abandon([id]);
      case "no-funds":
        return await transactions.void({ id, refusal: noFunds });
      case "refused":
        return await transactions.void({ id, refusal: nodeRefused });
      case "fee-too-low":
        return await transactions.void({ id });
      default:
        kind satisfies never;
    }
  }

  return {
    events,
    /** A request has come in. Alone it goes at once; otherwise it waits a moment for others. */
    wake(): void {
      if (liveCount === 0) loop.wake();
      else loop.wakeIn(BATCH_DELAY_MS);
    },
    /** Transactions have come to an end: with none in flight, queued requests wait for no others. */
    notifySettled(stillLive: number): void {
      liveCount = stillLive;
      if (stillLive === 0) loop.wake();
    },
    start: () => loop.wake(),
    stop: () => loop.stop(),
  };
}
