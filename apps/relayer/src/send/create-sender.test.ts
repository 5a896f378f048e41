import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Connection } from "../chain/connection.ts";
import type { Chain } from "../chain/create-chain.ts";
import type { BroadcastResult } from "../chain/nodes.ts";
import { createScriptedChain, FORWARDER, GWEI } from "../testing/scripted-chain.ts";
import { createSendFixture } from "../testing/send-fixture.ts";
import { createSender } from "./create-sender.ts";
import { createRequestIds } from "./waiters.ts";

const DRAIN_MS = 8_000;
const { time, account, ledger, logger, queue, readStates, clear, createMetrics } = await createSendFixture();
const { requests } = ledger;

describe("the sender", () => {
  beforeEach(clear);

  it("takes a request to the chain, tells its end, and sends it again after a reorganisation", async (t) => {
    const { chain, sender } = create(t);
    sender.start();
    await time.settle();
    const items = await queue(1);
    const [item] = items;
    assert.ok(item);
    sender.wake();
    await time.settle();
    assert.equal(chain.sent.length, 1);
    const answer = sender.waitForFinished({ digest: item.digest, timeoutMs: 10_000 });
    const room = sender.waitForSettled(10_000).then(() => "room");
    chain.mine();
    await time.pass(200);
    assert.equal((await answer)?.state, "mined");
    assert.equal(await room, "room");
    assert.ok((await ledger.readSpending()).paidWei > 0n);

    t.mock.method(chain, "readBlockHash", async () => "0x99");
    const look = t.mock.method(chain, "readLatestNonce", async () => 0);
    await time.pass(1_800);
    assert.deepEqual(await readStates(items), ["sent"]);
    assert.equal((await ledger.readSpending()).paidWei, 0n);
    assert.equal(look.mock.callCount(), 1, "it is watched at once");
    assert.equal(chain.sent.length, 2);
  });

  it("does not send a transaction again while the node may still refuse it", async (t) => {
    const { chain, sender } = create(t);
    const items = await queue(1);
    const answer = Promise.withResolvers<BroadcastResult>();
    chain.answerNext(answer.promise);
    sender.start();
    await time.pass(6_000);
    const sentBefore = chain.sent.length;
    answer.resolve({ kind: "fee-too-low", isUncertain: false, details: "" });
    await time.settle();
    assert.equal(sentBefore, 1);
    assert.deepEqual(await readStates(items), ["queued"]);
    await time.pass(1_000);
    assert.equal(chain.sent.length, 2);
    assert.deepEqual(await readStates(items), ["sent"]);
  });

  it("settles what another wallet left", async (t) => {
    const other = `0x${"bb".repeat(20)}` as const;
    const [item] = await queue(1, { owner: other });
    assert.ok(item);
    const { digest } = item;
    const attempt = { hash: digest, raw: digest, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
    const row = { wallet: other, nonce: 0, digests: [digest], worstCaseWei: 5n * GWEI };
    await ledger.transactions.insert({ ...row, attempt });
    await time.pass(31 * 60_000);
    const { sender } = create(t);
    sender.start();
    await time.settle();
    assert.deepEqual(await readStates([item]), ["refused"]);
  });

  it("does not end before callers have their answers, and waits for them eight seconds", async (t) => {
    const { sender } = create(t);
    const [quick, slow] = await queue(2);
    assert.ok(quick && slow);
    const answers = [quick, slow].map(({ digest }) => sender.waitForFinished({ digest, timeoutMs: 60_000 }));
    const draining = sender.drain().then(() => "drained");
    await time.pass(DRAIN_MS - 1);
    assert.equal(await peek(draining), "waiting");
    await time.pass(20);
    assert.equal(await peek(draining), "drained");
    assert.deepEqual(await Promise.all(answers), [null, null]);
  });

  it("ends at once when the last caller has its answer", async (t) => {
    const { sender } = create(t);
    assert.equal(await peek(sender.drain().then(() => "drained")), "drained");
    const [item] = await queue(1);
    assert.ok(item);
    sender.start();
    await time.settle();
    const answer = sender.waitForFinished({ digest: item.digest, timeoutMs: 60_000 });
    await ledger.transactions.void({ id: (await readId()) ?? "0x", refusal: { status: 500, error: "no" } });
    const draining = sender.drain().then(() => "drained");
    assert.equal(await peek(draining), "waiting");
    await time.pass(220);
    assert.equal((await answer)?.refusal?.error, "no");
    assert.equal(await peek(draining), "drained");
  });

  it("stops all of its parts", async (t) => {
    const { chain, sender } = create(t);
    sender.start();
    await time.settle();
    await sender.stop();
    await queue(1);
    sender.wake();
    const reads = t.mock.method(requests, "findReady");
    const looks = t.mock.method(ledger.transactions, "findUnsettled");
    const orphans = t.mock.method(ledger.transactions, "findOrphaned");
    const blocks = t.mock.method(ledger.transactions, "findMinedBlocks");
    await time.pass(61_000);
    assert.equal(chain.sent.length, 0);
    for (const { mock } of [reads, looks, orphans, blocks]) assert.equal(mock.callCount(), 0);
  });
});

const readId = async () => (await ledger.transactions.findUnsettled(account.address))[0]?.id;

async function peek<T>(promise: Promise<T>): Promise<T | "waiting"> {
  await turn();
  return await Promise.race([promise, Promise.resolve("waiting" as const)]);
}

function create(t: TestContext) {
  const chain = createScriptedChain();
  const sender = createSender({
    chain: chain as unknown as Chain,
    connection: { getChainId: async () => 31_337 } as Connection,
    ledger,
    requestIds: createRequestIds(),
    clock: time.clock,
    account,
    forwarderAddress: FORWARDER,
    feeCapWei: 1_000n * GWEI,
    budgetWei: 10n ** 20n,
    timing: {},
    metrics: createMetrics(),
    logger,
  });
  t.after(() => sender.stop());
  return { chain, sender };
}
