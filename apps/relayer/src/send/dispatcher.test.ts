import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import type { BroadcastResult } from "../chain/nodes.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import { SignerFailure } from "../signing/signing-account.ts";
import { createDispatcherFixture, toNonces } from "../testing/dispatcher-fixture.ts";
import { FORWARDER, GWEI } from "../testing/scripted-chain.ts";
import { GAS_OF_ITS_OWN } from "../testing/send-fixture.ts";
import { MAX_BATCH_REQUESTS } from "../transaction/forwarder.ts";

const MAX_LIVE = 16;
const BATCH_DELAY_MS = 150;
const REST_MS = 1_000;

const { time, ledger, findLogged, queue, readStates, clear, create, queueUnchecked, readIds, endAll, find } =
  await createDispatcherFixture();
const { transactions } = ledger;

describe("the dispatcher", () => {
  beforeEach(clear);

  it("sends what is queued in one transaction, with the chain's nonce and at its price", async (t) => {
    const items = await queue(3);
    const { chain, metrics, events, dispatcher } = create(t, { nonce: 7 });
    dispatcher.start();
    await time.settle();
    const [first, ...others] = chain.sent;
    assert.ok(first);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [first.nonce, first.chainId, first.to?.toLowerCase(), first.maxFeePerGas, first.maxPriorityFeePerGas],
      [7, 31_337, FORWARDER, 21n * GWEI, GWEI],
    );
    assert.deepEqual(
      first.requests.map(({ from }) => from),
      items.map(({ request }) => request.from),
    );
    assert.deepEqual(await readStates(items), ["sent", "sent", "sent"]);
    assert.deepEqual(events, [`sent ${first.hash} accepted`, "changed"]);
    const [entry] = findLogged("transaction sent");
    assert.deepEqual([entry?.transactionHash, entry?.nonce, entry?.result], [first.hash, 7, "accepted"]);
    const { values } = await metrics.batchSize.get();
    const read = (name: string) => values.find(({ metricName }) => metricName === name)?.value;
    assert.deepEqual(
      [read("agent_registry_relay_batch_size_count"), read("agent_registry_relay_batch_size_sum")],
      [1, 3],
    );
  });

  it("asks the chain for the nonce only if nothing is in flight", async (t) => {
    await queue(1, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t, { nonce: 7 });
    const readNonce = t.mock.method(chain, "readLatestNonce");
    await queue(1, { gas: GAS_OF_ITS_OWN });
    dispatcher.start();
    await time.pass(BATCH_DELAY_MS);
    assert.deepEqual(toNonces(chain), [7, 8]);
    assert.equal(readNonce.mock.callCount(), 1);
  });

  it("asks the chain after all if what was in flight has come to an end meanwhile", async (t) => {
    await queue(1);
    const { chain, dispatcher, connection } = create(t, { nonce: 7 });
    dispatcher.start();
    await time.settle();
    chain.mine();
    await queue(1);
    t.mock.method(connection, "getChainId").mock.mockImplementationOnce(async () => {
      await endAll();
      return 31_337;
    });
    await time.pass(2_000);
    assert.deepEqual(toNonces(chain), [7, 8]);
  });

  it("takes the higher of the chain's two numbers if nodes behind one address differ", async (t) => {
    await queue(1);
    const { chain, dispatcher } = create(t, { nonce: 9 });
    t.mock.method(chain, "readPendingNonce", async () => 5);
    dispatcher.start();
    await time.settle();
    assert.deepEqual(toNonces(chain), [9]);
  });

  it("leaves a nonce to a transaction that is not ours and waits at the node", async (t) => {
    await queue(1);
    const { chain, dispatcher } = create(t, { nonce: 5 });
    t.mock.method(chain, "readPendingNonce", async () => 6);
    dispatcher.start();
    await time.settle();
    assert.deepEqual(toNonces(chain), [6]);
  });

  it("rests a second after the signer failed, and then sends with the nonce that it left", async (t) => {
    const items = await queue(2);
    const { chain, dispatcher, signer } = create(t, { nonce: 7 });
    const sign = t.mock.method(signer, "create");
    sign.mock.mockImplementationOnce(() => Promise.reject(new SignerFailure("timeout", "too late")));
    dispatcher.start();
    await time.pass(REST_MS - 1);
    dispatcher.wake();
    await time.settle();
    assert.equal(sign.mock.callCount(), 1);
    assert.deepEqual(await readStates(items), ["queued", "queued"]);
    await time.pass(1);
    assert.deepEqual(toNonces(chain), [7]);
    assert.deepEqual(await readStates(items), ["sent", "sent"]);
    assert.deepEqual(findLogged("dispatcher failed; trying again"), []);
  });

  it("lets a request that comes in alone go at once, and others wait 150 ms for company", async (t) => {
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.settle();
    await queue(1);
    dispatcher.wake();
    await time.settle();
    assert.equal(chain.sent.length, 1);

    await queue(1);
    dispatcher.wake();
    await time.pass(BATCH_DELAY_MS - 1);
    await queue(1);
    dispatcher.wake();
    assert.equal(chain.sent.length, 1);
    await time.pass(1);
    assert.deepEqual(
      chain.sent.map((transaction) => transaction.requests.length),
      [1, 2],
    );
  });

  it("sends a full transaction, and lets what is left wait for company of its own", async (t) => {
    const { chain, dispatcher } = create(t);
    await queue(1);
    dispatcher.start();
    await time.settle();
    await queue(MAX_BATCH_REQUESTS - 20);
    dispatcher.wake();
    await time.pass(BATCH_DELAY_MS - 50);
    await queue(30);
    dispatcher.wake();
    const readSizes = () => chain.sent.map((transaction) => transaction.requests.length);
    await time.pass(50);
    assert.deepEqual(readSizes(), [1, MAX_BATCH_REQUESTS]);
    await time.pass(BATCH_DELAY_MS - 51);
    assert.deepEqual(readSizes(), [1, MAX_BATCH_REQUESTS]);
    await time.pass(1);
    assert.deepEqual(readSizes(), [1, MAX_BATCH_REQUESTS, 10]);
  });

  it("lets nobody wait whom another process accepted by a clock that is ahead", async (t) => {
    const { chain, dispatcher } = create(t);
    await queue(1);
    dispatcher.start();
    await time.settle();
    const [ahead] = await queue(1);
    const acceptedAt = { accepted_at: time.now() + 60_000 };
    await ledger.db
      .updateTable("relay_request")
      .set(acceptedAt)
      .where("digest", "=", ahead?.digest ?? "")
      .execute();
    dispatcher.wake();
    await time.pass(BATCH_DELAY_MS);
    assert.equal(chain.sent.length, 2);
  });

  it("counts only live transactions as in flight", async (t) => {
    const { chain, dispatcher } = create(t);
    await queue(1);
    dispatcher.start();
    await time.settle();
    const [id] = await readIds();
    assert.ok(id);
    await transactions.abandon([id]);
    // Its request goes out in another one, which comes to an end.
    await time.pass(2_000);
    const [, second] = await readIds();
    assert.ok(second);
    await transactions.void({ id: second, refusal: { status: 500, error: "" } });
    await time.pass(2_000);
    await queue(1);
    dispatcher.wake();
    await time.settle();
    assert.equal(chain.sent.length, 3);
  });

  it("sends the queue at once when nothing is in flight any more, and not while something is", async (t) => {
    const { chain, dispatcher } = create(t);
    await queue(1);
    dispatcher.start();
    await time.settle();
    await queue(1);
    dispatcher.reportLive(1);
    await time.settle();
    assert.equal(chain.sent.length, 1);
    await endAll();
    dispatcher.reportLive(0);
    await time.settle();
    assert.equal(chain.sent.length, 2);
    dispatcher.reportLive(0);
    await time.settle();
    await queue(1);
    dispatcher.reportLive(3);
    dispatcher.wake();
    await time.settle();
    assert.equal(chain.sent.length, 2, "three are in flight: it waits for company");
  });

  it("looks at the queue every two seconds, since another process may have filled it", async (t) => {
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.settle();
    await queue(1);
    await time.pass(1_999);
    assert.equal(chain.sent.length, 0);
    await time.pass(1);
    assert.equal(chain.sent.length, 1);
  });

  it("has no more than 16 transactions in flight", async (t) => {
    const items = await queue(MAX_LIVE + 2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.settle();
    assert.deepEqual(
      toNonces(chain),
      items.slice(0, MAX_LIVE).map((_, nonce) => nonce),
    );
    const [first] = await readIds();
    assert.ok(first);
    await transactions.void({ id: first, refusal: { status: 500, error: "" } });
    await time.pass(2_000);
    assert.equal(chain.sent.length, MAX_LIVE + 1);
  });

  it("sends the queue at once when one of 16 in flight has come to an end", async (t) => {
    await queue(MAX_LIVE + 2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.settle();
    const [first] = await readIds();
    assert.ok(first);
    await transactions.void({ id: first, refusal: { status: 500, error: "" } });
    dispatcher.reportLive(MAX_LIVE - 1);
    await time.settle();
    assert.equal(chain.sent.length, MAX_LIVE + 1);
  });

  it("gives the place of an abandoned transaction to another, which outbids it", async (t) => {
    await queue(MAX_LIVE, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.pass(BATCH_DELAY_MS);
    await transactions.abandon(await readIds());
    chain.forgetPool();
    await time.pass(2_000 + BATCH_DELAY_MS);
    assert.deepEqual(toNonces(chain), [...Array(MAX_LIVE).keys(), ...Array(MAX_LIVE).keys()]);
    const [before, after] = [chain.sent[0], chain.sent[MAX_LIVE]];
    assert.ok(before && after && after.maxFeePerGas > (before.maxFeePerGas * 9n) / 8n);
  });

  it("refuses a request that the budget has no room for, and sends the next", async (t) => {
    const items = [...(await queue(1, { gas: GAS_OF_ITS_OWN })), ...(await queue(1))];
    const { chain, dispatcher, events } = create(t, { budgetWei: 1_000_000n * 21n * GWEI });
    dispatcher.start();
    await time.settle();
    assert.deepEqual(await readStates(items), ["refused", "sent"]);
    const refused = await find(items[0]);
    assert.deepEqual(refused.refusal, { status: 429, error: relayErrors.budgetExhausted });
    assert.equal(chain.sent.length, 1);
    assert.equal(events[0], "changed", "whoever waits for it is told");
    const [entry] = findLogged("request refused after it was accepted");
    assert.deepEqual([entry?.digest, entry?.status], [refused.digest, 429]);
  });

  it("goes on when the chain answers again, and sends once", async (t) => {
    await queue(1);
    const { chain, dispatcher } = create(t);
    const failing = t.mock.method(chain, "readRecentPrices", () => Promise.reject(new Error("down")));
    dispatcher.start();
    await time.pass(1_000);
    assert.equal(chain.sent.length, 0);
    assert.ok(findLogged("dispatcher failed; trying again").length > 0);
    failing.mock.restore();
    await time.pass(1_000);
    assert.equal(chain.sent.length, 1);
  });

  it("says that a broadcast failed, and sends the next", async (t) => {
    await queue(2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    const answer = Promise.withResolvers<BroadcastResult>();
    chain.answerNext(answer.promise);
    dispatcher.start();
    await time.settle();
    answer.reject(new Error("down"));
    await time.pass(BATCH_DELAY_MS);
    assert.deepEqual(toNonces(chain), [0, 1]);
    assert.equal(findLogged("the broadcast of a transaction failed; trying again later").length, 1);
  });

  it("waits two seconds for a node that does not answer, and then sends the next", async (t) => {
    await queue(2, { gas: GAS_OF_ITS_OWN });
    const { chain, dispatcher } = create(t);
    const answer = Promise.withResolvers<BroadcastResult>();
    chain.answerNext(answer.promise);
    dispatcher.start();
    dispatcher.wake();
    await time.pass(1_999);
    assert.deepEqual(toNonces(chain), [0]);
    await time.pass(1);
    assert.deepEqual(toNonces(chain), [0, 1]);

    let isStopped = false;
    const stopping = dispatcher.stop().then(() => (isStopped = true));
    await time.settle();
    assert.equal(isStopped, false, "a stop waits for what is being sent");
    answer.resolve({ kind: "accepted", isUncertain: false, details: "" });
    await stopping;
  });

  it("waits on a stop for the simulations that are under way", async (t) => {
    const items = await queueUnchecked(1);
    const { chain, dispatcher } = create(t);
    const simulation = Promise.withResolvers<{ kind: "succeeds" }>();
    t.mock.method(chain, "simulate", () => simulation.promise);
    dispatcher.start();
    await time.settle();
    let isStopped = false;
    const stopping = dispatcher.stop().then(() => (isStopped = true));
    await time.settle();
    assert.equal(isStopped, false);
    simulation.resolve({ kind: "succeeds" });
    await stopping;
    assert.deepEqual(await readStates(items), ["queued"]);
  });

  it("simulates again what is old, and sends it at once if no other is being simulated", async (t) => {
    await queueUnchecked(1);
    const { chain, dispatcher } = create(t);
    dispatcher.start();
    await time.settle();
    assert.equal(chain.sent.length, 1);
  });

  it("waits 150 ms for others that are being simulated, and no longer", async (t) => {
    const [quick, slow] = await queueUnchecked(2);
    const { chain, dispatcher } = create(t);
    const never = Promise.withResolvers<{ kind: "succeeds" }>();
    t.mock.method(chain, "simulate", async ({ request }: Pick<StoredRequest, "request">) =>
      request.from === slow?.request.from ? await never.promise : { kind: "succeeds" },
    );
    dispatcher.start();
    await time.pass(BATCH_DELAY_MS - 1);
    assert.equal(chain.sent.length, 0);
    await time.pass(1);
    assert.deepEqual(
      chain.sent[0]?.requests.map(({ from }) => from),
      [quick?.request.from],
    );
    never.resolve({ kind: "succeeds" });
  });

  it("tells who waits when a request is refused because it would fail", async (t) => {
    const [item] = await queueUnchecked(1);
    const { chain, dispatcher, events } = create(t);
    t.mock.method(chain, "simulate", async () => ({ kind: "reverts", reason: "because" }));
    dispatcher.start();
    await time.settle();
    assert.equal((await find(item)).refusal?.error, "Contract reverted: because");
    assert.deepEqual(events, ["changed"]);
  });
});
