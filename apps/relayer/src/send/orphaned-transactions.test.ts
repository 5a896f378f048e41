import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Address, Hex } from "viem";
import { createSendFixture } from "../testing/send-fixture.ts";
import { createOrphanedTransactions } from "./orphaned-transactions.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GWEI = 10n ** 9n;
const otherWallet: Address = `0x${"bb".repeat(20)}`;
const { time, wallet, ledger, logger, findLogged, queue, readStates, clear } = await createSendFixture();
const { db, requests, transactions } = ledger;

describe("what another wallet has left in flight", () => {
  beforeEach(clear);

  it("is given up after half an hour, and its requests are refused", async (t) => {
    const { look, notified } = create(t);
    const [sent, queued] = [await queue(1, { owner: otherWallet }), await queue(1, { owner: otherWallet })];
    const own = await queue(1);
    const id = await send(sent[0]?.digest);
    await time.pass(30 * MINUTE_MS);
    await look();
    assert.deepEqual(await readStates([...sent, ...queued, ...own]), ["sent", "queued", "queued"]);
    assert.equal(notified(), 0);
    await time.pass(1);
    await look();
    assert.deepEqual(await readStates([...sent, ...queued, ...own]), ["refused", "refused", "queued"]);
    const error = (await requests.find(sent[0]?.digest ?? "0x"))?.refusal;
    assert.deepEqual(error, { status: 500, error: "The request could not be sent in time" });
    assert.equal(await readState(id), "abandoned");
    assert.equal(notified(), 1);
  });

  it("is settled if it is mined", async (t) => {
    const { look, mined } = create(t);
    const id = await send((await queue(1, { owner: otherWallet }))[0]?.digest);
    mined.add(id);
    await time.pass(31 * MINUTE_MS);
    await look();
    await look();
    assert.equal(await readState(id), "live", "as the settlement left it");
  });

  it("is forgotten a day after it was sent, and holds the budget until then", async (t) => {
    const { look } = create(t);
    const id = await send((await queue(1, { owner: otherWallet }))[0]?.digest);
    await time.pass(31 * MINUTE_MS);
    await look();
    await time.pass(DAY_MS - 31 * MINUTE_MS);
    await look();
    assert.equal(await readState(id), "abandoned");
    assert.equal((await ledger.readSpending()).reservedWei, 5n * GWEI);
    await time.pass(1);
    await look();
    assert.equal(await readState(id), "void");
    assert.equal((await ledger.readSpending()).reservedWei, 0n);
  });

  it("is looked for every minute, and at most ten seconds are waited for a node", async (t) => {
    const { orphaned, settlements, notified } = create(t);
    const hanging = Promise.withResolvers<boolean>();
    const id = await send((await queue(1, { owner: otherWallet }))[0]?.digest);
    await time.pass(31 * MINUTE_MS);
    settlements.next = () => hanging.promise;
    orphaned.start();
    await time.pass(9_999);
    assert.equal(notified(), 0);
    await time.pass(1);
    assert.equal(notified(), 1);
    assert.equal(settlements.count, 1);
    await time.pass(MINUTE_MS - 1);
    assert.equal(notified(), 1);
    await time.pass(1 + 10_000);
    assert.equal(settlements.count, 1, "it is still under way");
    const stopping = orphaned.stop().then(() => "stopped");
    await turn();
    assert.equal(await Promise.race([stopping, Promise.resolve("waits")]), "waits");
    hanging.resolve(false);
    await stopping;
    assert.equal(await readState(id), "abandoned");
  });

  it("stops no other by a failure", async (t) => {
    const { look, settlements } = create(t);
    const [one, two] = await queue(2, { owner: otherWallet });
    const ids = [await send(one?.digest), await send(two?.digest, 1)];
    await time.pass(31 * MINUTE_MS);
    settlements.next = () => Promise.reject(new Error("down"));
    await look();
    assert.deepEqual(await Promise.all(ids.map(readState)), ["live", "abandoned"]);
    const [entry] = findLogged("the settlement of an orphaned transaction failed; trying again later");
    assert.equal(entry?.key, ids[0]);
  });

  it("is looked for again if the database did not answer", async (t) => {
    const { look } = create(t);
    t.mock.method(transactions, "findOrphaned", () => Promise.reject(new Error("down")));
    await look();
    assert.equal(findLogged("orphaned transactions failed; trying again").length, 1);
  });
});

/** With a settlement that finds mined what the test says is mined. */
function create(t: TestContext) {
  const mined = new Set<Hex>();
  let notifications = 0;
  const settlements: { count: number; next?: () => Promise<boolean> } = { count: 0 };
  const build = () =>
    createOrphanedTransactions({
      clock: time.clock,
      wallet,
      requests,
      transactions,
      async settleMined({ id }) {
        settlements.count += 1;
        const { next } = settlements;
        delete settlements.next;
        return next === undefined ? mined.has(id) : await next();
      },
      waiters: {
        reportSettled() {
          notifications += 1;
        },
      },
      logger,
    });
  const orphaned = build();
  t.after(() => orphaned.stop());
  return {
    mined,
    settlements,
    orphaned,
    notified: () => notifications,
    async look() {
      const once = build();
      once.start();
      await time.settle();
      await once.stop();
    },
  };
}

async function send(digest: Hex = "0x", nonce = 0): Promise<Hex> {
  const attempt = { hash: digest, raw: digest, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const row = { wallet: otherWallet, nonce, digests: [digest], worstCaseWei: 5n * GWEI };
  await ledger.transactions.insert({ ...row, attempt });
  return digest;
}

async function readState(id: Hex): Promise<string | undefined> {
  const row = await db
    .selectFrom("relay_transaction")
    .select("state")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.state;
}
