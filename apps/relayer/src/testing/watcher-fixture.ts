import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { TestContext } from "node:test";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createSettleMined } from "../send/settle-mined.ts";
import { createRequestIds, createWaiters } from "../send/waiters.ts";
import { createWatcher, type Timing } from "../send/watcher.ts";
import { createScriptedChain, FORWARDER, GWEI } from "./scripted-chain.ts";
import { createSendFixture } from "./send-fixture.ts";

type CreateOptions = { nonce?: number; budgetWei?: bigint; feeCapWei?: bigint; timing?: Partial<Timing> };
type SendOptions = { kind?: "accepted" | "unknown"; nonce?: number; isSent?: boolean };

/** What a watcher needs: a ledger, a wallet and time, as all that sends does, and for each test a chain of its own. */
export async function createWatcherFixture() {
  const fixture = await createSendFixture();
  const { time, wallet, ledger, logger, createSigner, createMetrics } = fixture;
  const { requests, transactions } = ledger;

  function create(t: TestContext, options: CreateOptions = {}) {
    const { nonce: latest = 0, budgetWei, feeCapWei, timing = {} } = options;
    const chain = createScriptedChain({ nonce: latest });
    const metrics = createMetrics();
    const signer = createSigner({ ...(budgetWei && { budgetWei }), ...(feeCapWei && { feeCapWei }) });
    const waiters = createWaiters({ store: requests });
    const events: Parameters<typeof createWatcher>[0]["dispatcher"]["events"] = new EventEmitter();
    const liveCounts: number[] = [];
    const dispatcher = {
      events,
      isSending: () => false,
      reportLive: (count: number) => void liveCounts.push(count),
    };
    const stores = { requests, transactions, requestIds: createRequestIds() };
    const watcher = createWatcher({
      chain,
      dispatcher,
      clock: time.clock,
      wallet,
      feeCapWei: feeCapWei ?? 1_000n * GWEI,
      transactions,
      waiters,
      signer,
      settleMined: createSettleMined({ chain, ...stores, forwarderAddress: FORWARDER, logger }),
      timing,
      metrics,
      logger,
    });
    t.after(() => watcher.stop());

    /** Signs a transaction for these requests and hands it to the node, as the dispatcher does. */
    async function send(
      items: StoredRequest[],
      { kind = "accepted", nonce, isSent = true }: SendOptions = {},
    ) {
      const next = nonce ?? (await chain.readPendingNonce());
      const nonces = { latest: next, pending: next, askedAt: time.now() };
      const created = await signer.create(items, { ...chain.prices, chainId: 31_337, nonces });
      assert.ok(created.kind === "created");
      const { id, raw } = created;
      if (!isSent) return id;
      if (kind === "unknown") chain.answerNext({ kind });
      events.emit("sent", { id, result: await chain.broadcast(raw) });
      return id;
    }

    return { chain, metrics, waiters, events, liveCounts, watcher, send };
  }

  return { ...fixture, create };
}
