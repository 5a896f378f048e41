import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { GWEI } from "../testing/scripted-chain.ts";
import { readCount } from "../testing/send-fixture.ts";
import { createWatcherFixture } from "../testing/watcher-fixture.ts";

const SECOND_MS = 1_000;
/** For tests that last: each look takes time. */
const seldom = { pollMs: SECOND_MS };

const { time, wallet, ledger, findLogged, queue, readStates, clear, create } = await createWatcherFixture();
const { transactions } = ledger;

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
