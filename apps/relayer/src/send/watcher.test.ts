import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { Hex } from "viem";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createScriptedChain, FORWARDER, GWEI } from "../testing/scripted-chain.ts";
import { createSendFixture, GAS_OF_ITS_OWN, readCount } from "../testing/send-fixture.ts";
import { createSettleMined } from "./settle-mined.ts";
import { createWaiters } from "./waiters.ts";
import { createWatcher, type Timing } from "./watcher.ts";

const POLL_MS = 200;
const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** For tests that last: each look takes time. */
const seldom = { pollMs: SECOND_MS };

const { time, wallet, ledger, logger, findLogged, queue, readStates, clear, createSigner, createMetrics } =
  await createSendFixture();
const { requests, transactions } = ledger;

describe("the watcher", () => {
  beforeEach(clear);

  it("settles what is mined with the next look, and tells everybody who waits", async (t) => {
    const { chain, watcher, waiters, liveCounts, send } = create(t);
    const [first, second] = [await queue(1), await queue(1)];
    await send(first);
    await send(second);
    const answer = waiters.waitForEnd({ digest: toDigest(first), timeoutMs: DAY_MS });
    const room = waiters.waitForSettled(DAY_MS).then(() => "room");
    watcher.start();
    await time.settle();
    chain.mine({ count: 1 });
    await time.pass(POLL_MS - 1);
    assert.deepEqual(await readStates([...first, ...second]), ["sent", "sent"]);
    assert.deepEqual(liveCounts, []);
    await time.pass(1);
    assert.deepEqual(await readStates([...first, ...second]), ["mined", "sent"]);
    assert.equal((await answer)?.result?.transactionHash, chain.sent[0]?.hash);
    assert.equal(await room, "room");
    assert.deepEqual(liveCounts, [1], "one is still in flight");
    chain.mine();
    await time.pass(POLL_MS);
    assert.deepEqual(liveCounts, [1, 0]);
    await time.pass(10 * SECOND_MS);
    assert.deepEqual(liveCounts, [1, 0], "told once");
  });

  it("asks nothing of the chain while nothing is in flight, and looks after two seconds by itself", async (t) => {
    const { chain, watcher, send } = create(t);
    const look = t.mock.method(chain, "readLatestNonce");
    const read = t.mock.method(transactions, "findUnsettled");
    watcher.start();
    await time.settle();
    await time.pass(2 * SECOND_MS - 1);
    assert.equal(read.mock.callCount(), 1);
    await send(await queue(1));
    assert.equal(look.mock.callCount(), 0);
    await time.pass(1);
    assert.equal(look.mock.callCount(), 1);
  });

  it("looks at once when something was sent", async (t) => {
    const { chain, watcher, events, send } = create(t);
    const look = t.mock.method(chain, "readLatestNonce");
    watcher.start();
    await time.settle();
    await send(await queue(1));
    events.emit("changed");
    await time.settle();
    assert.equal(look.mock.callCount(), 1);
    await time.pass(3 * POLL_MS);
    assert.equal(look.mock.callCount(), 4);
  });

  it("tells within a poll who waits for a request that another process has ended", async (t) => {
    const { watcher, waiters } = create(t);
    const items = await queue(1);
    const answer = waiters.waitForEnd({ digest: toDigest(items), timeoutMs: DAY_MS });
    watcher.start();
    await time.settle();
    await requests.refuse({ digest: toDigest(items), refusal: { status: 500, error: "elsewhere" } });
    await time.pass(POLL_MS);
    assert.equal((await answer)?.refusal?.error, "elsewhere");
  });

  it("tells who waits though the chain does not answer, and looks again after a poll", async (t) => {
    const { chain, watcher, waiters, send } = create(t);
    await send(await queue(1));
    const [refused] = await queue(1);
    assert.ok(refused);
    const look = t.mock.method(chain, "readLatestNonce", () => Promise.reject(new Error("down")));
    const answer = waiters.waitForEnd({ digest: refused.digest, timeoutMs: DAY_MS });
    await requests.refuse({ digest: refused.digest, refusal: { status: 500, error: "no" } });
    watcher.start();
    await time.settle();
    assert.equal((await answer)?.refusal?.error, "no");
    await time.pass(POLL_MS);
    assert.equal(look.mock.callCount(), 2);
    assert.ok(findLogged("watcher failed; trying again").length > 0);
  });

  it("looks again after a poll if the database did not answer", async (t) => {
    const { watcher } = create(t);
    const read = t.mock.method(transactions, "findUnsettled");
    read.mock.mockImplementationOnce(() => Promise.reject(new Error("down")));
    watcher.start();
    await time.settle();
    await time.pass(POLL_MS);
    assert.equal(read.mock.callCount(), 2);
  });

  it("settles others though one receipt cannot be read, and that one later", async (t) => {
    const { chain, watcher, liveCounts, send } = create(t);
    const items = [...(await queue(1)), ...(await queue(1))];
    for (const item of items) await send([item]);
    chain.mine();
    const { readReceipt } = chain;
    const failing = t.mock.method(chain, "readReceipt", async (hash: Hex) => {
      if (hash === chain.sent[0]?.hash) throw new Error("down");
      return await readReceipt(hash);
    });
    watcher.start();
    await time.settle();
    assert.deepEqual(await readStates(items), ["sent", "mined"]);
    const [entry] = findLogged("the settlement of a transaction failed; trying again later");
    assert.equal(entry?.key, chain.sent[0]?.hash);
    failing.mock.restore();
    await time.pass(POLL_MS);
    assert.deepEqual(await readStates(items), ["mined", "mined"]);
    assert.deepEqual(liveCounts, [0, 0]);
  });

  it("waits a second for a slow receipt, goes on, and tells when it has come", async (t) => {
    const { chain, watcher, liveCounts, waiters, send } = create(t);
    const items = await queue(1);
    await send(items);
    const later = await queue(1);
    await send(later, { kind: "unknown" });
    chain.mine();
    const slow = holdReceipts(t, chain);
    const answer = waiters.waitForEnd({ digest: toDigest(items), timeoutMs: DAY_MS });
    await time.pass(5 * SECOND_MS);
    watcher.start();
    await time.pass(SECOND_MS - 1);
    assert.equal(chain.sent.length, 2);
    await time.pass(1);
    assert.equal(chain.sent.length, 3, "the other is sent again");
    assert.deepEqual(liveCounts, []);
    slow.resolve();
    await time.settle();
    assert.equal((await answer)?.state, "mined");
    assert.deepEqual(liveCounts, [1]);
  });

  it("tells at once of a settlement that outlasted its look, though nothing else is in flight", async (t) => {
    const { chain, watcher, liveCounts, waiters, send } = create(t);
    await send(await queue(1));
    chain.mine();
    const slow = holdReceipts(t, chain);
    const room = waiters.waitForSettled(DAY_MS).then(() => "room");
    watcher.start();
    await time.pass(SECOND_MS + 50);
    slow.resolve();
    await time.settle();
    assert.equal(await room, "room");
    assert.deepEqual(liveCounts, [0]);
  });

  it("waits on a stop for settlements and sendings under way", async (t) => {
    for (const method of ["readReceipt", "broadcast"] as const) {
      await clear();
      const { chain, watcher, send } = create(t);
      await send(await queue(1));
      if (method === "readReceipt") chain.mine();
      const never = Promise.withResolvers<void>();
      const { [method]: original } = chain;
      t.mock.method(chain, method, async (value: Hex) => {
        await never.promise;
        return await original(value);
      });
      await time.pass(5 * SECOND_MS);
      watcher.start();
      await time.pass(2 * SECOND_MS);
      let isStopped = false;
      const stopping = watcher.stop().then(() => (isStopped = true));
      await time.settle();
      assert.equal(isStopped, false, method);
      never.resolve();
      await stopping;
    }
  });
});

describe("the watcher, for a transaction that is not mined,", () => {
  beforeEach(clear);

  it("sends it again a second after its creation if it was found at a start", async (t) => {
    const { chain, watcher, send } = create(t);
    await send(await queue(1), { isSent: false });
    watcher.start();
    await time.pass(SECOND_MS - 1);
    assert.equal(chain.sent.length, 0);
    await time.pass(1);
    assert.equal(chain.sent.length, 1);
  });

  it("sends it again as it is: after a second if no node took it, after five if one did", async (t) => {
    const { chain, watcher, metrics, send } = create(t);
    await send(await queue(1), { kind: "unknown" });
    chain.answerNext({ kind: "unknown" });
    watcher.start();
    await time.pass(SECOND_MS - 1);
    assert.equal(chain.sent.length, 1);
    await time.pass(1);
    assert.equal(chain.sent.length, 2);
    await time.pass(SECOND_MS - 1);
    assert.equal(chain.sent.length, 2);
    // This time the node takes it.
    await time.pass(1);
    assert.equal(chain.sent.length, 3);
    await time.pass(5 * SECOND_MS - 1);
    assert.equal(chain.sent.length, 3);
    await time.pass(1);
    assert.equal(chain.sent.length, 4);
    assert.equal(new Set(chain.sent.map(({ raw }) => raw)).size, 1);
    assert.equal(await readCount(metrics.replacements), 0);
  });

  it("pays an eighth more after fifteen seconds, and again fifteen seconds later", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { timing: seldom });
    const items = await queue(1);
    await send(items);
    watcher.start();
    await time.pass(15 * SECOND_MS - 1);
    const fees = () => [...new Set(chain.sent.map(({ maxFeePerGas }) => maxFeePerGas))];
    assert.deepEqual(fees(), [21n * GWEI]);
    await time.pass(1);
    const second = 21n * GWEI + (21n * GWEI) / 8n + 1n;
    assert.deepEqual(fees(), [21n * GWEI, second]);
    await time.pass(15 * SECOND_MS - 1);
    assert.equal(fees().length, 2);
    await time.pass(1);
    assert.deepEqual(fees(), [21n * GWEI, second, second + second / 8n + 1n]);
    assert.equal(await readCount(metrics.replacements), 2);
    const entries = findLogged("transaction sent again");
    assert.deepEqual(
      entries.map(({ isReplaced }) => isReplaced),
      [false, false, true, false, false, true],
    );
    const [{ transactionHash, nonce, kind } = {}] = entries;
    assert.deepEqual([transactionHash, nonce, kind], [chain.sent[0]?.hash, 0, "accepted"]);
    assert.deepEqual([...new Set(chain.sent.map(({ nonce }) => nonce))], [0]);
    chain.mine();
    await time.pass(SECOND_MS);
    assert.deepEqual(await readStates(items), ["mined"]);
  });

  it("never pays more than the cap", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { feeCapWei: 22n * GWEI, timing: seldom });
    await send(await queue(1));
    watcher.start();
    await time.pass(20 * SECOND_MS);
    assert.deepEqual([...new Set(chain.sent.map(({ maxFeePerGas }) => maxFeePerGas))], [21n * GWEI]);
    assert.equal(await readCount(metrics.replacements), 0);
  });

  it("sends it again as it is if the budget has no room for more", async (t) => {
    const items = await queue(1);
    const probe = create(t);
    await probe.send(items);
    const { reservedWei } = await ledger.readSpending();
    const { chain, watcher, metrics } = create(t, { budgetWei: reservedWei, timing: seldom });
    watcher.start();
    await time.pass(20 * SECOND_MS);
    assert.ok(chain.sent.length > 1);
    assert.equal(new Set(chain.sent.map(({ raw }) => raw)).size, 1);
    assert.equal(await readCount(metrics.replacements), 0);
  });

  it("sends it again as it is if no node tells the prices", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { timing: seldom });
    await send(await queue(1));
    t.mock.method(chain, "readPrices", () => Promise.reject(new Error("down")));
    watcher.start();
    await time.pass(20 * SECOND_MS);
    assert.ok(chain.sent.length > 1);
    assert.equal(new Set(chain.sent.map(({ raw }) => raw)).size, 1);
    assert.equal(await readCount(metrics.replacements), 0);
    assert.ok(findLogged("no prices: stuck transactions are sent again as they are").length > 0);
  });

  it("asks for prices only if something is to be sent", async (t) => {
    const { chain, watcher, send } = create(t);
    await send(await queue(1));
    const readPrices = t.mock.method(chain, "readPrices");
    watcher.start();
    await time.pass(5 * SECOND_MS - 1);
    assert.equal(readPrices.mock.callCount(), 0);
  });

  it("replaces only the next in line, and sends all again in the order of their nonces", async (t) => {
    const { chain, watcher, send } = create(t);
    for (let i = 0; i < 3; i += 1) await send(await queue(1));
    await time.pass(15 * SECOND_MS);
    chain.sent.length = 0;
    const answer = Promise.withResolvers<never>();
    chain.answerNext(answer.promise);
    watcher.start();
    await time.pass(SECOND_MS - 1);
    assert.deepEqual(
      chain.sent.map(({ nonce, maxFeePerGas }) => [nonce, maxFeePerGas > 21n * GWEI]),
      [[0, true]],
      "the others wait a second for it",
    );
    await time.pass(1);
    assert.deepEqual(
      chain.sent.map(({ nonce, maxFeePerGas }) => [nonce, maxFeePerGas > 21n * GWEI]),
      [
        [0, true],
        [1, false],
        [2, false],
      ],
    );
    answer.reject(new Error("down"));
    await time.settle();
    assert.equal(findLogged("sending a transaction again failed; trying again later").length, 1);
  });

  it("sends again at once what a reorganisation has brought back", async (t) => {
    const { chain, watcher, events, send } = create(t);
    const items = await queue(1);
    const id = await send(items);
    await send(await queue(1));
    chain.mine({ count: 1 });
    watcher.start();
    await time.pass(2 * SECOND_MS);
    assert.deepEqual(await readStates(items), ["mined"]);
    const receipt = await chain.readReceipt(id);
    assert.ok(receipt);
    t.mock.method(chain, "readLatestNonce", async () => 0);
    await transactions.revive({ wallet, since: 0, blockHash: receipt.blockHash });
    events.emit("changed");
    await time.settle();
    assert.deepEqual(
      chain.sent.map(({ nonce }) => nonce),
      [0, 1, 0],
    );
  });

  it("sends only those again whose time has come", async (t) => {
    const { chain, watcher, events, send } = create(t);
    await send(await queue(1));
    watcher.start();
    await time.pass(2 * SECOND_MS);
    await send(await queue(1));
    events.emit("changed");
    await time.pass(3 * SECOND_MS);
    assert.deepEqual(
      chain.sent.map(({ nonce }) => nonce),
      [0, 1, 0],
    );
  });
});

describe("the watcher, when nonces do not agree with the chain,", () => {
  beforeEach(clear);

  it("sends again from the chain's number after a gap of eight seconds", async (t) => {
    const timing = { ...seldom, resendMs: SECOND_MS };
    const { chain, watcher, metrics, liveCounts, waiters, send } = create(t, { timing });
    const items = await queue(2, { gas: GAS_OF_ITS_OWN });
    for (const [position, item] of items.entries()) await send([item], { nonce: 3 + position });
    const room = waiters.waitForSettled(DAY_MS).then(() => "room");
    watcher.start();
    await time.pass(8 * SECOND_MS - 1);
    assert.deepEqual(await readStates(items), ["sent", "sent"]);
    assert.ok(chain.sent.length > 2, "until then they are sent again");
    chain.sent.length = 0;
    await time.pass(1);
    assert.deepEqual(await readStates(items), ["queued", "queued"]);
    assert.deepEqual(liveCounts, [0]);
    assert.equal(await room, "room");
    assert.equal(await readCount(metrics.nonceRepairs), 1);
    assert.equal(chain.sent.length, 0);
    const message = "gap in the wallet's nonces: sending again from the chain's number";
    assert.deepEqual(
      findLogged(message).map(({ latest, lowest }) => [latest, lowest]),
      [[0, 3]],
    );
    await time.pass(20 * SECOND_MS);
    assert.equal(await readCount(metrics.nonceRepairs), 1);
  });

  it("counts a gap only while it lasts, and none if a transaction that is not ours waits there", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { timing: seldom });
    await send(await queue(1), { nonce: 1 });
    watcher.start();
    await time.pass(7 * SECOND_MS);
    const filled = t.mock.method(chain, "readPendingNonce", async () => 1);
    await time.pass(20 * SECOND_MS);
    filled.mock.restore();
    await time.pass(8 * SECOND_MS);
    assert.equal(await readCount(metrics.nonceRepairs), 0);
    await time.pass(SECOND_MS);
    assert.equal(await readCount(metrics.nonceRepairs), 1);
  });

  it("sees no gap if the lowest of several is the next in line, and asks no more than that", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { nonce: 4, timing: seldom });
    await send(await queue(1), { nonce: 4 });
    await send(await queue(1), { nonce: 9 });
    const pending = t.mock.method(chain, "readPendingNonce");
    watcher.start();
    await time.pass(20 * SECOND_MS);
    assert.equal(await readCount(metrics.nonceRepairs), 0);
    assert.equal(pending.mock.callCount(), 0);
  });

  it("gives up after twenty seconds what lost its nonce to another program, and forgets it after ten minutes", async (t) => {
    const { chain, watcher, metrics, liveCounts, events, send } = create(t, { timing: seldom });
    const items = await queue(1);
    await send(items);
    chain.spendNonce();
    watcher.start();
    await time.pass(20 * SECOND_MS - 1);
    assert.deepEqual(await readStates(items), ["sent"]);
    await time.pass(1);
    assert.deepEqual(await readStates(items), ["queued"]);
    assert.deepEqual(await readTransactions(), ["abandoned"]);
    assert.deepEqual(liveCounts, [0]);
    assert.equal(findLogged("nonce spent by another")[0]?.transactionHash, chain.sent[0]?.hash);
    assert.equal(await readCount(metrics.nonceRepairs), 1);
    const { reservedWei } = await ledger.readSpending();
    assert.ok(reservedWei > GWEI, "it still counts against the budget");
    time.sleep(580 * SECOND_MS - 1);
    await time.settle();
    assert.deepEqual(await readTransactions(), ["abandoned"]);
    time.sleep(1);
    events.emit("changed");
    await time.settle();
    assert.deepEqual(await readTransactions(), ["void"]);
    assert.equal(await readCount(metrics.nonceRepairs), 1);
    assert.equal((await ledger.readSpending()).reservedWei, GWEI, "only the queued request does");
  });

  it("keeps what is mined after all, though its receipt came late", async (t) => {
    const { chain, watcher, metrics, send } = create(t, { timing: seldom });
    const items = await queue(1);
    await send(items);
    chain.mine();
    const late = t.mock.method(chain, "readReceipt", async () => null);
    watcher.start();
    await time.pass(19 * SECOND_MS);
    late.mock.restore();
    await time.pass(SECOND_MS);
    assert.deepEqual(await readStates(items), ["mined"]);
    assert.equal(await readCount(metrics.nonceRepairs), 0);
  });

  it("forgets at once what another transaction of ours has overtaken", async (t) => {
    const { chain, watcher, metrics, liveCounts, send } = create(t);
    const items = await queue(1);
    const abandoned = await send(items, { isSent: false });
    await transactions.abandon([abandoned]);
    const id = await send(items);
    chain.mine();
    // Another process was quicker.
    const block = { number: 1, hash: id };
    await transactions.settle({ id, hash: id, block, costWei: 1n, outcomes: [] });
    watcher.start();
    await time.settle();
    assert.deepEqual(await readTransactions(), ["mined", "void"]);
    assert.equal(await readCount(metrics.nonceRepairs), 0);
    assert.deepEqual(liveCounts, [0], "its reservation is free");
  });

  it("forgets after a day what was abandoned and whose nonce is never reached", async (t) => {
    const { watcher, send } = create(t);
    const [old, live] = [await queue(1), await queue(1)];
    await transactions.abandon([await send(old, { nonce: 5 })]);
    await send(live, { nonce: 0 });
    const created = time.now();
    watcher.start();
    // A look for every moment of a day would take long.
    await time.settle();
    await watcher.stop();
    await time.pass(DAY_MS);
    await lookOnce(t);
    assert.deepEqual(await readTransactions(), ["abandoned", "live"]);
    await time.pass(created + DAY_MS + 1 - time.now());
    await lookOnce(t);
    assert.deepEqual(await readTransactions(), ["live", "void"]);
  });
});

/** The node tells no receipt until the returned promise is resolved. */
function holdReceipts(t: TestContext, chain: ReturnType<typeof createScriptedChain>) {
  const { readReceipt } = chain;
  const released = Promise.withResolvers<void>();
  t.mock.method(chain, "readReceipt", async (hash: Hex) => {
    await released.promise;
    return await readReceipt(hash);
  });
  return released;
}

async function lookOnce(t: TestContext): Promise<void> {
  const { watcher } = create(t);
  watcher.start();
  await time.settle();
  await watcher.stop();
}

type CreateOptions = { nonce?: number; budgetWei?: bigint; feeCapWei?: bigint; timing?: Partial<Timing> };
type SendOptions = { kind?: "accepted" | "unknown"; nonce?: number; isSent?: boolean };

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
    notifySettled: (count: number) => void liveCounts.push(count),
  };
  const stores = { requests, transactions };
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
  async function send(items: StoredRequest[], { kind = "accepted", nonce, isSent = true }: SendOptions = {}) {
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

function toDigest([item]: StoredRequest[]): Hex {
  assert.ok(item);
  return item.digest;
}

async function readTransactions(): Promise<string[]> {
  const rows = await ledger.db.selectFrom("relay_transaction").select("state").execute();
  return rows.map(({ state }) => state).sort();
}
