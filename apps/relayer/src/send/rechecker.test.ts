import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { relayErrors } from "@agent-registry/protocol";
import { type Hex, zeroAddress } from "viem";
import { RpcFailure } from "../chain/nodes.ts";
import type { Simulation } from "../chain/simulator.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import type { Refusal } from "../ledger/schema.ts";
import { createScriptedChain } from "../testing/scripted-chain.ts";
import { createSendFixture, GAS_OF_ITS_OWN } from "../testing/send-fixture.ts";
import { createRechecker } from "./rechecker.ts";

const {
  time,
  wallet,
  ledger,
  logger,
  findLogged,
  queue: insert,
  clear,
  createSigner,
} = await createSendFixture();
const TEN_MINUTES_MS = 600_000;

/** A queue of one request, whose simulation says what the test wants. */
function createQueue(simulate: () => Promise<Simulation>, { receipts = [] as (object | null)[] } = {}) {
  let now = 1_000_000;
  const asked: number[] = [];
  const refusals: string[] = [];
  let [checkedAt, checkAfter, failedChecks] = [0, 0, 0];
  const item = () => ({ digest: "0x01" as Hex, acceptedAt: 1_000_000, failedChecks }) as StoredRequest;
  const rechecker = createRechecker({
    chain: {
      async simulate() {
        asked.push(now);
        return await simulate();
      },
      readReceipt: async () => receipts.shift() as never,
    },
    clock: { now: () => now },
    wallet: zeroAddress,
    requests: {
      findReady: async ({ checkedAfter }) => (checkedAt > checkedAfter ? [item()] : []),
      findUnchecked: async ({ checkedAfter }) =>
        checkedAt <= checkedAfter && checkAfter <= now && refusals.length === 0 ? [item()] : [],
      async markChecked() {
        [checkedAt, checkAfter, failedChecks] = [now, 0, 0];
      },
      async postponeCheck({ until }) {
        [checkAfter, failedChecks] = [until, failedChecks + 1];
      },
    },
    transactions: {
      findUnsettled: async () =>
        [{ digests: ["0x01"], attempts: receipts.map(() => ({ hash: "0x02" })) }] as never,
    },
    refuse: async (_, { error }) => void refusals.push(error),
    onReady: () => {},
    logger,
  });
  return {
    asked,
    refusals,
    /** Looks every 100 ms for this long. */
    async pass(ms: number) {
      let ready: StoredRequest[] = [];
      for (const end = now + ms; now < end; now += 100) {
        ready = await rechecker.findReady();
        await turn();
      }
      return ready;
    },
  };
}

describe("the check of a queued request", () => {
  it("tries again after growing delays if no node answers, and refuses after ten minutes", async () => {
    const queue = createQueue(() => Promise.reject(new RpcFailure("the node did not answer in time")));
    await queue.pass(60_000);
    const delays = queue.asked.slice(1).map((at, i) => at - (queue.asked[i] ?? 0));
    assert.deepEqual(delays.slice(0, 6), [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    await queue.pass(TEN_MINUTES_MS - 61_000);
    assert.deepEqual(queue.refusals, []);
    await queue.pass(12_000);
    assert.deepEqual(queue.refusals, [
      "RPC failure: the request could not be simulated in time, and was not sent",
    ]);
    assert.ok(queue.asked.length < 70, `${queue.asked.length} simulations`);
  });

  it("lets a request go whose simulation succeeds, and simulates it again after ten seconds", async () => {
    const queue = createQueue(async () => ({ kind: "succeeds" }));
    assert.equal((await queue.pass(9_000)).length, 1);
    assert.equal(queue.asked.length, 1);
    await queue.pass(2_000);
    assert.equal(queue.asked.length, 2);
  });

  it("refuses a request that would fail, with its reason", async () => {
    const queue = createQueue(async () => ({ kind: "reverts", reason: "because" }));
    assert.deepEqual(await queue.pass(1_000), []);
    assert.deepEqual(queue.refusals, ["Contract reverted: because"]);
  });

  it("waits for the settlement if a transaction of ours has spent the request's nonce", async () => {
    const queue = createQueue(async () => ({ kind: "invalid-signature" }), { receipts: [null, {}] });
    assert.deepEqual(await queue.pass(900), []);
    assert.deepEqual(queue.refusals, []);
  });
});

describe("the checks of many queued requests", () => {
  beforeEach(clear);

  it("go on side by side, sixty at a time, and each that succeeds says how many others are under way", async () => {
    const { chain, rechecker, left } = create();
    await insertUnchecked(70);
    const ends: (() => void)[] = [];
    chain.simulate = () => new Promise((resolve) => void ends.push(() => resolve({ kind: "succeeds" })));
    assert.deepEqual(await rechecker.findReady(), []);
    await rechecker.findReady();
    assert.equal(ends.length, 60);
    ends[3]?.();
    await turn();
    ends[4]?.();
    await turn();
    assert.deepEqual(left, [59, 58]);
    assert.equal((await rechecker.findReady()).length, 2);
    for (let begun = 0; begun < ends.length; begun += 1) {
      ends[begun]?.();
      await turn();
    }
    assert.equal(left.at(-1), 0);
  });

  it("are waited for on a stop", async () => {
    const { chain, rechecker } = create();
    await insertUnchecked(1);
    const simulation = Promise.withResolvers<Simulation>();
    chain.simulate = () => simulation.promise;
    await rechecker.findReady();
    const stopping = rechecker.stop().then(() => "stopped");
    await turn();
    assert.equal(await Promise.race([stopping, Promise.resolve("waits")]), "waits");
    simulation.resolve({ kind: "succeeds" });
    assert.equal(await stopping, "stopped");
  });

  it("end after ten minutes with a refusal, which says whether a node was to blame", async () => {
    const { rechecker, refusals, chain } = create();
    const [waited, failed] = await insertUnchecked(2);
    assert.ok(waited && failed);
    await ledger.requests.postponeCheck({ digest: failed.digest, until: 0 });
    const simulate = [];
    chain.simulate = async () => {
      simulate.push(1);
      throw new Error("down");
    };
    await time.pass(TEN_MINUTES_MS);
    await rechecker.findReady();
    await turn();
    assert.deepEqual([refusals.size, simulate.length], [0, 2]);
    await time.pass(10_000);
    await rechecker.findReady();
    await turn();
    assert.equal(simulate.length, 2);
    assert.equal(refusals.get(failed.digest)?.error, NEVER_SIMULATED.error);
    assert.deepEqual(refusals.get(failed.digest), NEVER_SIMULATED);
  });

  it("end after ten minutes without a node's fault in words of their own", async () => {
    const { rechecker, refusals } = create();
    const [waited] = await insertUnchecked(1);
    assert.ok(waited);
    await time.pass(TEN_MINUTES_MS + 1);
    await rechecker.findReady();
    await turn();
    const expected = { status: 500, error: "The request could not be sent in time" };
    assert.deepEqual(refusals.get(waited.digest), expected);
  });

  it("let a request go that waited exactly ten minutes", async () => {
    const { rechecker, refusals } = create();
    await insertUnchecked(1);
    await time.pass(TEN_MINUTES_MS);
    await rechecker.findReady();
    await turn();
    assert.equal(refusals.size, 0);
    assert.equal((await rechecker.findReady()).length, 1);
  });

  it("refuse a request whose nonce is spent, unless a transaction that carried it is mined", async () => {
    const { chain, rechecker, refusals } = create();
    const items = await insert(2, { gas: GAS_OF_ITS_OWN });
    // Two were sent, each by itself, and given up; the second was mined after all.
    for (const [nonce, item] of items.entries()) {
      const view = { ...chain.prices, chainId: 1, nonces: { latest: nonce, pending: nonce, askedAt: 0 } };
      const created = await createSigner().create([item], view);
      assert.ok(created.kind === "created");
      await chain.broadcast(created.raw);
      await ledger.transactions.abandon([created.id]);
    }
    chain.spendNonce();
    chain.mine();
    chain.simulate = async () => ({ kind: "invalid-signature" });
    await rechecker.findReady();
    await turn();
    const [spent, mined] = items;
    assert.ok(spent && mined);
    const expected = { status: 401, error: relayErrors.invalidSignature };
    assert.deepEqual([...refusals], [[spent.digest, expected]]);
    const stored = await ledger.requests.find(mined.digest);
    assert.deepEqual([stored?.state, stored?.failedChecks], ["queued", 1], "it is looked at again later");
  });

  it("ask for no receipts if a request fails for another reason", async () => {
    const { chain, rechecker, refusals } = create();
    const view = { ...chain.prices, chainId: 1, nonces: { latest: 0, pending: 0, askedAt: 0 } };
    const created = await createSigner().create(await insert(1), view);
    assert.ok(created.kind === "created");
    await ledger.transactions.abandon([created.id]);
    chain.simulate = async () => ({ kind: "reverts", reason: "because" });
    chain.readReceipt = () => Promise.reject(new Error("down"));
    await rechecker.findReady();
    await turn();
    assert.equal(refusals.size, 1);
  });

  it("simulate what was signed", async () => {
    const { chain, rechecker } = create();
    const [item] = await insertUnchecked(1);
    assert.ok(item);
    const simulated: unknown[] = [];
    chain.simulate = async (call) => {
      simulated.push(call);
      return { kind: "succeeds" };
    };
    await rechecker.findReady();
    await turn();
    assert.deepEqual(simulated, [{ request: item.request, signature: item.signature }]);
  });

  it("say in the log which request could not be checked, and go on if the database fails, too", async (t) => {
    const { chain, rechecker } = create();
    const [item] = await insertUnchecked(1);
    chain.simulate = () => Promise.reject(new Error("down"));
    const failing = t.mock.method(ledger.requests, "postponeCheck", () => Promise.reject(new Error("down")));
    await rechecker.findReady();
    await turn();
    const [entry] = findLogged("the simulation of a queued request failed; trying again later");
    assert.equal(entry?.key, item?.digest);
    failing.mock.restore();
    await rechecker.findReady();
    await turn();
    const [second] = findLogged("a queued request could not be checked");
    assert.deepEqual([second?.digest, second?.failedChecks], [item?.digest, 1]);
  });

  it("hold for ten seconds", async () => {
    const { chain, rechecker, left } = create();
    await insert(1);
    await time.pass(9_999);
    assert.equal((await rechecker.findReady()).length, 1);
    await turn();
    assert.deepEqual(left, []);
    await time.pass(1);
    assert.deepEqual(await rechecker.findReady(), []);
    await turn();
    assert.deepEqual(left, [0]);
    assert.equal(chain.sent.length, 0);
  });
});

const NEVER_SIMULATED = {
  status: 500,
  error: "RPC failure: the request could not be simulated in time, and was not sent",
};

/** On the real ledger, with a chain that does as the test says. */
function create() {
  const chain = createScriptedChain();
  const refusals = new Map<Hex, Refusal>();
  const left: number[] = [];
  const rechecker = createRechecker({
    chain,
    clock: time.clock,
    wallet,
    requests: ledger.requests,
    transactions: ledger.transactions,
    async refuse(digest, refusal) {
      refusals.set(digest, refusal);
      await ledger.requests.refuse({ digest, refusal });
    },
    onReady: ({ underWay }) => left.push(underWay),
    logger,
  });
  return { chain, rechecker, refusals, left };
}

async function insertUnchecked(count: number): Promise<StoredRequest[]> {
  const items = await insert(count);
  await ledger.db.updateTable("relay_request").set({ checked_at: 0 }).execute();
  return items;
}
