import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { Hex } from "viem";
import type { StoredRequest } from "../ledger/request-store.ts";
import type { createScriptedChain } from "../testing/scripted-chain.ts";
import { createWatcherFixture } from "../testing/watcher-fixture.ts";

const POLL_MS = 200;
const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

const { time, ledger, findLogged, queue, readStates, clear, create } = await createWatcherFixture();
const { requests, transactions } = ledger;

describe("the watcher", () => {
  beforeEach(clear);

  it("settles what is mined with the next look, and tells everybody who waits", async (t) => {
    const { chain, watcher, waiters, liveCounts, send } = create(t);
    const [first, second] = [await queue(1), await queue(1)];
    await send(first);
    await send(second);
    const answer = waiters.waitForFinished({ digest: toDigest(first), timeoutMs: DAY_MS });
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
    const answer = waiters.waitForFinished({ digest: toDigest(items), timeoutMs: DAY_MS });
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
    const answer = waiters.waitForFinished({ digest: refused.digest, timeoutMs: DAY_MS });
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
    const answer = waiters.waitForFinished({ digest: toDigest(items), timeoutMs: DAY_MS });
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

  it("tells at once whose transaction is settled, while the receipt of another is waited for", async (t) => {
    const { chain, watcher, waiters, send } = create(t);
    const items = [await queue(1), await queue(1)];
    for (const item of items) await send(item);
    const answers = items.map((item) =>
      waiters.waitForFinished({ digest: toDigest(item), timeoutMs: DAY_MS }),
    );
    chain.mine();
    const { readReceipt } = chain;
    const slow = Promise.withResolvers<void>();
    t.mock.method(chain, "readReceipt", async (hash: Hex) => {
      if (hash === chain.sent[0]?.hash) await slow.promise;
      return await readReceipt(hash);
    });
    watcher.start();
    await time.settle();
    assert.equal((await answers[1])?.state, "mined");
    assert.deepEqual(await readStates(items.flat()), ["sent", "mined"]);
    slow.resolve();
    await time.settle();
    assert.equal((await answers[0])?.state, "mined");
  });

  it("tells within a poll who waits for what another process has settled, however many wait", async (t) => {
    const { chain, watcher, waiters, send } = create(t);
    for (let i = 0; i < 1_000; i += 1) {
      void waiters.waitForFinished({ digest: `0x${i.toString(16)}`, timeoutMs: DAY_MS });
    }
    const items = await queue(1);
    const id = await send(items);
    watcher.start();
    await time.settle();
    const answer = waiters.waitForFinished({ digest: toDigest(items), timeoutMs: DAY_MS });
    const hash = chain.sent[0]?.hash ?? "0x";
    const result = {
      success: true,
      transactionHash: hash,
      blockNumber: 1,
      gasUsed: "1",
      gasPaidByRelayer: "1",
    } as const;
    const outcomes = [{ digest: toDigest(items), result }];
    await transactions.settle({ id, hash, block: { number: 1, hash: "0x01" }, costWei: 1n, outcomes });
    await time.pass(POLL_MS);
    assert.equal((await answer)?.state, "mined");
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

/** The node returns no receipt until the returned promise is resolved. */
function holdReceipts(t: TestContext, chain: ReturnType<typeof createScriptedChain>) {
  const { readReceipt } = chain;
  const released = Promise.withResolvers<void>();
  t.mock.method(chain, "readReceipt", async (hash: Hex) => {
    await released.promise;
    return await readReceipt(hash);
  });
  return released;
}

function toDigest([item]: StoredRequest[]): Hex {
  assert.ok(item);
  return item.digest;
}
