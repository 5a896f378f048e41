import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { GWEI } from "../testing/scripted-chain.ts";
import { GAS_OF_ITS_OWN, readCount } from "../testing/send-fixture.ts";
import { createWatcherFixture } from "../testing/watcher-fixture.ts";

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** For tests that last: each look takes time. */
const seldom = { pollMs: SECOND_MS };

const { time, ledger, findLogged, queue, readStates, clear, create } = await createWatcherFixture();
const { transactions } = ledger;

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

async function lookOnce(t: TestContext): Promise<void> {
  const { watcher } = create(t);
  watcher.start();
  await time.settle();
  await watcher.stop();
}

async function readTransactions(): Promise<string[]> {
  const rows = await ledger.db.selectFrom("relay_transaction").select("state").execute();
  return rows.map(({ state }) => state).sort();
}
