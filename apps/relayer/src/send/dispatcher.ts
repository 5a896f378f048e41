import { EventEmitter } from "node:events";
import { relayErrors } from "@agent-registry/protocol";
import { type Clock, createLoop, type Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import type { BroadcastKind, BroadcastResult } from "../chain/nodes.ts";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";
import type { Refusal } from "../ledger/schema.ts";
import type { TransactionStore } from "../ledger/transaction-store.ts";
import type { RelayMetrics } from "../relay-metrics.ts";
import { SignerFailure } from "../signing/signing-account.ts";
import { MAX_BATCH_REQUESTS, planBatch } from "../transaction/forwarder.ts";
import { createRechecker } from "./rechecker.ts";
import { createSideWork } from "./side-work.ts";
import type { Created, TransactionSigner } from "./transaction-signer.ts";
import type { RequestIds } from "./waiters.ts";

/** Nodes keep this many transactions of one sender for certain. */
const MAX_LIVE = 16;
/** With transactions in flight anyway, a request waits this long for others to share a transaction with. */
const BATCH_DELAY_MS = 150;
const IDLE_MS = 2_000;
/** After a node refused a transaction; it would refuse the next one for the same reason. */
const REJECTED_REST_MS = 1_000;
/** After the signer gave no signature; requests wait in the queue meanwhile. */
const UNSIGNED_REST_MS = 1_000;
/** How long a node may be behind another one that called a nonce spent. */
const NODE_LAG_MS = 10_000;
/** A node that has not answered after this is not waited for: the next transaction goes. */
const BROADCAST_PATIENCE_MS = 2_000;

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
  requestIds: Pick<RequestIds, "find" | "findAll">;
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
    /** A transaction was sent, or a request is finished. */
    changed: [];
  }>();
  let liveCount = 0;
  let restUntil = 0;
  /** The first nonce that is not spent, as a node said when it refused a lower one. */
  // Stryker disable next-line ObjectLiteral: No moment is before an undefined one, so that a floor without fields does not hold either.
  let floor = { nonce: 0, holdsUntil: 0 };

  const loop = createLoop({ run: dispatchAll, intervalMs: IDLE_MS, log: { name: "dispatcher", logger } });
  const rechecker = createRechecker({
    ...deps,
    refuse,
    // Others are about to be ready too, and may share its transaction.
    onReady: ({ underWay }) => (underWay === 0 ? loop.wake() : loop.wakeIn(BATCH_DELAY_MS)),
  });
  const broadcasts = createSideWork<CreatedTransaction>({
    name: "the broadcast of a transaction",
    toKey: ({ id }) => id,
    work: send,
    maxUnderWay: MAX_LIVE,
    logger,
  });

  async function dispatchAll(): Promise<void> {
    const restMs = restUntil - performance.now();
    if (restMs > 0) loop.wakeIn(restMs);
    else while (await dispatchNext());
  }

  /** True if there may be another transaction to send. */
  async function dispatchNext(): Promise<boolean> {
    const held = await transactions.findHeldNonces(wallet);
    liveCount = held.filter(({ state }) => state === "live").length;
    if (liveCount >= MAX_LIVE) return false;

    const ready = await rechecker.findReady();
    const batch = planBatch(ready);
    const waitMs = toBatchWaitMs({ batch, ready });
    if (waitMs > 0) loop.wakeIn(waitMs);
    if (batch.length === 0 || waitMs > 0) return false;
    const created = await createIfSigned(batch);
    if (created === undefined) return false;
    if (created.kind === "over-budget") await refuse(created.digest, overBudget);
    // If those in flight are settled meanwhile, the chain is asked in the next turn.
    if (created.kind !== "created") return true;
    deps.metrics.batchSize.observe(created.digests.length);
    await broadcasts.run([created], { patienceMs: BROADCAST_PATIENCE_MS });
    return restUntil <= performance.now();
  }

  /**
   * How long a batch that is not full waits for others. The number of transactions in flight is limited: if
   * they were half empty, requests would be left to the next block.
   */
  function toBatchWaitMs({ batch, ready }: { batch: StoredRequest[]; ready: StoredRequest[] }): number {
    const isFull = batch.length < ready.length || batch.length === MAX_BATCH_REQUESTS;
    const [oldest] = batch;
    if (liveCount === 0 || isFull || oldest === undefined) return 0;
    const waitedMs = clock.now() - oldest.acceptedAt;
    // The clock of the process that accepted it may be ahead of ours: then nothing is known of its age.
    return waitedMs < 0 ? 0 : Math.max(0, BATCH_DELAY_MS - waitedMs);
  }

  /** Undefined if the signer gives no signature: then nothing is written, and no nonce is taken. */
  async function createIfSigned(batch: StoredRequest[]): Promise<Created | undefined> {
    try {
      return await create(batch);
    } catch (error) {
      if (!(error instanceof SignerFailure)) throw error;
      rest(UNSIGNED_REST_MS);
      return undefined;
    }
  }

  function rest(ms: number): void {
    restUntil = performance.now() + ms;
    loop.wakeIn(ms);
  }

  /** With transactions in flight, the next nonce follows from theirs; without any, the chain is asked. */
  async function create(batch: StoredRequest[]): Promise<Created> {
    const [chainId, prices] = await Promise.all([deps.connection.getChainId(), chain.readRecentPrices()]);
    const view = { chainId, ...prices };
    if (liveCount > 0) return await deps.signer.create(batch, { ...view, nonces: null });
    const askedAt = clock.now();
    const [latest, pending] = await Promise.all([chain.readLatestNonce(), chain.readPendingNonce()]);
    const lowest = askedAt < floor.holdsUntil ? floor.nonce : 0;
    const nonces = { latest: Math.max(latest, lowest), pending: Math.max(pending, lowest), askedAt };
    return await deps.signer.create(batch, { ...view, nonces });
  }

  async function refuse(digest: Hex, refusal: Refusal): Promise<void> {
    await requests.refuse({ digest, refusal });
    const requestId = deps.requestIds.find(digest);
    logger.info({ requestId, digest, ...refusal }, "request refused after it was accepted");
    events.emit("changed");
  }

  async function send({ id, raw, nonce, digests }: CreatedTransaction): Promise<void> {
    const result = await chain.broadcast(raw);
    const { kind, isUncertain, details } = result;
    const requestIds = deps.requestIds.findAll(digests);
    logger.info({ requestIds, transactionHash: id, nonce, digests, result: kind }, "transaction sent");
    events.emit("sent", { id, result });
    const isRejected = kind !== "accepted" && kind !== "unknown" && !isUncertain;
    if (isRejected) {
      restUntil = performance.now() + REJECTED_REST_MS;
      await handleRejection({ id, nonce, kind, details });
      loop.wakeIn(REJECTED_REST_MS);
    }
    events.emit("changed");
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
      // Stryker disable next-line ConditionalExpression: Only the compiler reads it: it proves that no kind of rejection is left out.
      default:
        kind satisfies never;
    }
  }

  return {
    events,
    /** It is not known yet what the node does with this transaction. */
    isSending: (id: Hex) => broadcasts.isUnderWay(id),
    /** A request has come in. Alone it goes at once; otherwise it waits a moment for others. */
    wake(): void {
      if (liveCount === 0) loop.wake();
      else loop.wakeIn(BATCH_DELAY_MS);
    },
    /** Transactions are settled or abandoned: with none live, or if no more could be, queued requests go now. */
    reportLive(stillLive: number): void {
      const wasFull = liveCount >= MAX_LIVE;
      liveCount = stillLive;
      if (stillLive === 0 || wasFull) loop.wake();
    },
    start: () => loop.wake(),
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.all([rechecker.stop(), broadcasts.whenIdle()]);
    },
  };
}
