import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import type { BroadcastKind } from "../chain/nodes.ts";
import { createDispatcherFixture, toNonces } from "../testing/dispatcher-fixture.ts";
import { toReceipt } from "../testing/scripted-chain.ts";
import { GAS_OF_ITS_OWN, readCount } from "../testing/send-fixture.ts";

const BATCH_DELAY_MS = 150;
const REST_MS = 1_000;

const { time, findLogged, queue, readStates, clear, create, endAll, find, readState } =
  await createDispatcherFixture();

describe("the dispatcher, when the node does not take a transaction,", () => {
  beforeEach(clear);

  const rejections: [BroadcastKind, { transaction: string; request: string; error?: string }][] = [
    ["unknown", { transaction: "live", request: "sent" }],
    ["nonce-too-high", { transaction: "live", request: "sent" }],
    ["underpriced", { transaction: "live", request: "sent" }],
    ["nonce-too-low", { transaction: "abandoned", request: "queued" }],
    ["fee-too-low", { transaction: "void", request: "queued" }],
    ["no-funds", { transaction: "void", request: "refused", error: relayErrors.balanceTooLow }],
    [
      "refused",
      {
        transaction: "void",
        request: "refused",
        error: "RPC failure: the node refused the transaction",
      },
    ],
  ];
  for (const [kind, expected] of rejections) {
    it(`${kind}: the transaction is ${expected.transaction}, its request ${expected.request}`, async (t) => {
      const [item] = await queue(1);
      const { chain, dispatcher, events, metrics } = create(t);
      const readReceipt = t.mock.method(chain, "readReceipt");
      chain.answerNext({ kind });
      dispatcher.start();
      await time.settle();
      const stored = await find(item);
      assert.equal(stored.state, expected.request);
      assert.equal(await readState(chain.sent[0]?.hash), expected.transaction);
      assert.equal(stored.refusal?.error, expected.error);
      assert.equal(stored.refusal?.status, { "no-funds": 503, refused: 500 }[kind as string]);
      assert.equal(await readCount(metrics.nonceRepairs), kind === "nonce-too-low" ? 1 : 0);
      assert.deepEqual(events, [`sent ${chain.sent[0]?.hash} ${kind}`, "changed"]);
      const isOver = expected.transaction !== "live";
      assert.equal(readReceipt.mock.callCount(), isOver ? 1 : 0);
      const entries = findLogged("transaction rejected").map((entry) => entry.kind);
      assert.deepEqual(entries, isOver ? [kind] : []);
    });
  }

  it("goes on if no node answered", async (t) => {
    await queue(2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    chain.answerNext({ kind: "unknown" });
    dispatcher.start();
    await time.pass(BATCH_DELAY_MS);
    assert.deepEqual(toNonces(chain), [0, 1]);
  });

  it("leaves it as it is if an earlier node may have it", async (t) => {
    const items = await queue(1);
    const { chain, dispatcher } = create(t);
    chain.answerNext({ kind: "refused", isUncertain: true });
    dispatcher.start();
    await time.settle();
    assert.deepEqual(await readStates(items), ["sent"]);
    await queue(1);
    dispatcher.wake();
    await time.pass(BATCH_DELAY_MS);
    assert.equal(chain.sent.length, 2, "and rests not");
  });

  it("leaves it as it is if it is mined, or if nobody can tell", async (t) => {
    for (const mined of [true, false]) {
      await clear();
      const items = await queue(1);
      const { chain, dispatcher } = create(t);
      t.mock.method(chain, "readReceipt", async (hash: `0x${string}`) => {
        if (!mined) throw new Error("down");
        return toReceipt({ transaction: { hash, requests: [] } });
      });
      chain.answerNext({ kind: "nonce-too-low" });
      dispatcher.start();
      await time.settle();
      assert.deepEqual(await readStates(items), ["sent"]);
    }
  });

  it("rests for a second, however often it is woken, and then sends the others", async (t) => {
    await queue(3, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    chain.answerNext({ kind: "refused" });
    dispatcher.start();
    await time.pass(500);
    dispatcher.reportLive(0);
    await time.pass(REST_MS - 501);
    assert.equal(chain.sent.length, 1);
    await time.pass(1);
    assert.deepEqual(toNonces(chain), [0, 0, 1]);
  });

  it("goes on by itself after the second", async (t) => {
    await queue(2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    chain.answerNext({ kind: "underpriced" });
    dispatcher.start();
    await time.pass(REST_MS - 1);
    assert.equal(chain.sent.length, 1);
    await time.pass(1);
    assert.equal(chain.sent.length, 2);
  });

  it("believes for ten seconds that a nonce is spent, though another node is behind", async (t) => {
    const { chain, dispatcher } = create(t, { nonce: 5 });
    await queue(1);
    chain.answerNext({ kind: "nonce-too-low" });
    dispatcher.start();
    await time.pass(REST_MS);
    assert.deepEqual(toNonces(chain), [5, 6]);
    await endAll();
    await time.pass(10_000 - REST_MS - 1);
    await queue(1);
    dispatcher.reportLive(0);
    await time.settle();
    assert.deepEqual(toNonces(chain), [5, 6, 6]);
    await endAll();
    chain.forgetPool();
    await time.pass(1);
    await queue(1);
    dispatcher.reportLive(0);
    await time.settle();
    assert.deepEqual(toNonces(chain), [5, 6, 6, 5]);
  });

  it("believes a node that is further than that", async (t) => {
    const { chain, dispatcher } = create(t, { nonce: 5 });
    await queue(1);
    chain.answerNext({ kind: "nonce-too-low" });
    dispatcher.start();
    await time.settle();
    for (let spent = 5; spent < 9; spent += 1) chain.spendNonce();
    await time.pass(REST_MS);
    assert.deepEqual(toNonces(chain), [5, 9]);
  });
});
