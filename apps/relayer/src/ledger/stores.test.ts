import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { BLOCK, createTestLedger, otherWallet, toAttempt, wallet } from "../testing/test-ledger.ts";
import { readReserved, toReservedGwei, toReservedWei } from "./budget.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GWEI = 10n ** 9n;
const refusal = { status: 500, error: "refused" } as const;

const ledger = await createTestLedger();
const { db, time, requests, transactions, queue, send, settle } = ledger;
const lose = () => transactions.revive({ wallet, since: time.now - 10 * MINUTE_MS, blockHash: BLOCK.hash });
const readAllReserved = async () => (await readReserved({ db, wallet })).reservedWei / toReservedWei(1);

describe("the ledger", () => {
  beforeEach(ledger.empty);

  it("a refusal never overwrites an answer, nor a request that is on its way", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest] });
    await requests.refuse({ digest, refusal });
    assert.equal((await requests.find(digest))?.state, "sent");
    await settle({ id, digests: [digest] });
    await requests.refuse({ digest, refusal });
    await transactions.void({ id, refusal });
    time.now += DAY_MS;
    await requests.refuseOrphaned({ wallet: otherWallet, before: time.now, refusal });
    const stored = await requests.find(digest);
    assert.deepEqual([stored?.state, stored?.refusal], ["mined", null]);
    assert.equal(stored?.result?.success, true);
  });

  it("a refused request that is mined after all is answered with its result", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest] });
    await transactions.abandon([id]);
    await requests.refuse({ digest, refusal });
    assert.deepEqual((await requests.find(digest))?.refusal, refusal);
    await settle({ id, digests: [digest] });
    const stored = await requests.find(digest);
    assert.deepEqual([stored?.state, stored?.refusal], ["mined", null]);
  });

  it("an orphaned request is refused only if it is queued, old, and of another wallet", async () => {
    const [queued, young, own] = [
      await queue(1),
      await queue(2, { at: time.now + 10 }),
      await queue(3, { owner: otherWallet }),
    ];
    const sent = await queue(4);
    await send({ digests: [sent] });
    await requests.refuseOrphaned({ wallet: otherWallet, before: time.now + 5, refusal });
    const states = await Promise.all([queued, young, own, sent].map((digest) => requests.find(digest)));
    assert.deepEqual(
      states.map((stored) => stored?.state),
      ["refused", "queued", "queued", "sent"],
    );
  });

  it("reserves for what is queued, and for what is sent by its dearest at each nonce", async () => {
    const [one, two, three] = [
      await queue(1, { gwei: 5 }),
      await queue(2, { gwei: 7 }),
      await queue(3, { gwei: 11 }),
    ];
    assert.equal(await readAllReserved(), 23n);
    assert.equal((await readReserved({ db, wallet })).walletReservedWei, 23n * GWEI);
    assert.equal((await readReserved({ db, wallet: otherWallet })).walletReservedWei, 0n);
    assert.equal(toReservedGwei(GWEI + 1n), 2, "never too little");
    const first = await send({ digests: [one], nonce: 0, gwei: 100n });
    assert.equal(await readAllReserved(), 118n);
    await transactions.abandon([first]);
    assert.equal(await readAllReserved(), 123n, "its request is queued again, and it may be mined yet");
    await send({ digests: [one], nonce: 0, gwei: 60n, salt: 2 });
    assert.equal(await readAllReserved(), 118n, "of two at one nonce only one can be mined");
    await send({ digests: [two], nonce: 1, gwei: 200n });
    await send({ digests: [three], nonce: 1, gwei: 50n, owner: otherWallet });
    assert.equal(await readAllReserved(), 350n);
    const { walletReservedWei } = await readReserved({ db, wallet });
    assert.equal(walletReservedWei, 300n * GWEI, "another wallet's are not its own");
    assert.equal((await readReserved({ db, wallet: otherWallet })).walletReservedWei, 50n * GWEI);
  });

  it("books each payment once that is settled together with others", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const ids = [await send({ digests: [one], nonce: 0 }), await send({ digests: [two], nonce: 1 })] as const;
    const settlements = [
      { id: ids[0], digests: [one], cost: 30n * GWEI },
      { id: ids[0], digests: [one], cost: 30n * GWEI },
      { id: ids[1], digests: [two], cost: 5n * GWEI },
    ];
    assert.deepEqual(await Promise.all(settlements.map(settle)), [true, false, true]);
    assert.deepEqual(await ledger.readSpending(), { paidWei: 35n * GWEI, reservedWei: 0n });
    assert.deepEqual((await requests.findFinished([one, two])).length, 2);
  });

  it("books a payment once, however often it is settled, and ends the reservation", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest], gwei: 90n });
    const cost = 33n * GWEI + 7n;
    assert.equal(await settle({ id, digests: [digest], cost }), true);
    assert.equal(await settle({ id, digests: [digest], cost }), false);
    assert.deepEqual(await ledger.readSpending(), { paidWei: cost, reservedWei: 0n });
    // A minute counts until its last moment is a day old.
    time.now += DAY_MS;
    assert.equal((await ledger.readSpending()).paidWei, cost);
    time.now += MINUTE_MS;
    assert.equal((await ledger.readSpending()).paidWei, 0n);
  });

  it("refuses a request that failed in three transactions, and queues it again before", async () => {
    const digest = await queue(1);
    for (const [salt, state] of [
      [1, "queued"],
      [2, "queued"],
      [3, "refused"],
    ] as const) {
      const id = await send({ digests: [digest], nonce: salt, salt });
      await settle({ id, digests: [], failed: [digest] });
      const row = await db
        .selectFrom("relay_request")
        .select(["state", "tries", "checked_at"])
        .where("digest", "=", digest)
        .executeTakeFirst();
      assert.deepEqual([row?.state, row?.tries, row?.checked_at], [state, salt, 0]);
    }
    assert.deepEqual((await requests.find(digest))?.refusal, {
      status: 500,
      error: "Contract reverted: the call fails only when it is mined",
    });
  });

  it("puts back into the queue only what a transaction that came to nothing still carries", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const id = await send({ digests: [one] });
    await send({ digests: [two], nonce: 1, salt: 2 });
    await transactions.void({ id });
    const row = await db
      .selectFrom("relay_request")
      .selectAll()
      .where("digest", "=", one)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.state, row.transaction_id, row.transaction_hash, row.checked_at],
      ["queued", null, null, 0],
    );
    assert.equal((await requests.find(two))?.state, "sent");
    await transactions.abandon([id]);
    assert.equal((await transactions.findUnsettled(wallet)).length, 1, "what is void stays void");
  });

  it("refuses what a transaction carries that can never be mined, if there is a reason to, and nothing else", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const id = await send({ digests: [one] });
    await send({ digests: [two], nonce: 1 });
    await transactions.void({ id, refusal });
    const [first, second] = [await requests.find(one), await requests.find(two)];
    assert.deepEqual([first?.state, first?.refusal, second?.state], ["refused", refusal, "sent"]);
  });

  it("a transaction was overtaken if another of its nonce and wallet was settled since it was created", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const first = await send({ digests: [one], nonce: 5 });
    await transactions.abandon([first]);
    const isOvertaken = async () => {
      const held = (await transactions.findUnsettled(wallet)).find(({ id }) => id === first);
      assert.ok(held);
      return await transactions.wasOvertaken({ wallet, transaction: held });
    };
    assert.equal(await isOvertaken(), false);
    const elsewhere = await send({ digests: [two], nonce: 5, owner: otherWallet, salt: 3 });
    await settle({ id: elsewhere, digests: [] });
    const higher = await send({ digests: [two], nonce: 6, salt: 4 });
    await settle({ id: higher, digests: [] });
    assert.equal(await isOvertaken(), false);
    const rival = await send({ digests: [one], nonce: 5, salt: 2 });
    assert.equal(await isOvertaken(), false);
    await settle({ id: rival, digests: [one] });
    assert.equal(await isOvertaken(), true);
    // One that was settled before it was created was mined on a chain that was reset.
    time.now += 1;
    const [later] = [await queue(3)];
    const onResetChain = await send({ digests: [later], nonce: 5, salt: 5 });
    const held = (await transactions.findUnsettled(wallet)).find(({ id }) => id === onResetChain);
    assert.ok(held);
    assert.equal(await transactions.wasOvertaken({ wallet, transaction: held }), false);
  });

  it("tells what is reserved for a transaction only if it is live and no other process has replaced it", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest], gwei: 40n });
    const [held] = await transactions.findUnsettled(wallet);
    assert.ok(held);
    assert.equal(await transactions.findReservedWei(held), 40n * GWEI);
    await transactions.addAttempt({ id, attempt: toAttempt(77), reservedWei: 40n * GWEI });
    assert.equal(await transactions.findReservedWei(held), undefined);
    assert.equal((await requests.find(digest))?.transactionHash, toAttempt(77).hash);
    const [replaced] = await transactions.findUnsettled(wallet);
    assert.ok(replaced);
    assert.equal(await transactions.findReservedWei(replaced), 40n * GWEI);
    await transactions.abandon([id]);
    assert.equal(await transactions.findReservedWei(replaced), undefined);
  });

  it("knows the nonces that a wallet had mined since a moment", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const early = await send({ digests: [one], nonce: 3 });
    await settle({ id: early, digests: [one] });
    time.now += 10;
    await send({ digests: [two], nonce: 4, salt: 2 });
    assert.deepEqual(await transactions.findMinedNonces({ wallet, since: time.now - 10 }), [3]);
    assert.deepEqual(await transactions.findMinedNonces({ wallet, since: time.now - 9 }), []);
    assert.deepEqual(await transactions.findMinedNonces({ wallet: otherWallet, since: 0 }), []);
  });

  it("finds what other wallets left in flight, and not what is young or its own", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const theirs = await send({ digests: [one], owner: otherWallet });
    await send({ digests: [two], salt: 2 });
    const find = async (before: number) =>
      (await transactions.findOrphaned({ wallet, before })).map(({ id }) => id);
    assert.deepEqual(await find(time.now), []);
    assert.deepEqual(await find(time.now + 1), [theirs]);
  });

  it("gives out what may be sent oldest first, and what has to be simulated by the time it is due", async () => {
    const [old, young, unchecked] = [await queue(1), await queue(2, { at: time.now + 5 }), await queue(3)];
    await db.updateTable("relay_request").set({ checked_at: 0 }).where("digest", "=", unchecked).execute();
    await queue(4, { owner: otherWallet });
    const find = async () => {
      const queued = { wallet, checkedAfter: time.now - 10_000, limit: 10 };
      const [ready, due] = [await requests.findReady(queued), await requests.findUnchecked(queued)];
      return [ready, due].map((found) => found.map(({ digest }) => digest));
    };
    assert.deepEqual(await find(), [[old, young], [unchecked]]);
    assert.equal((await requests.findReady({ wallet, checkedAfter: 0, limit: 1 })).length, 1);
    await requests.postponeCheck({ digest: unchecked, until: time.now + 100 });
    assert.deepEqual(await find(), [[old, young], []]);
    time.now += 100;
    assert.deepEqual(await find(), [[old, young], [unchecked]]);
    assert.equal((await requests.find(unchecked))?.failedChecks, 1);
    await requests.markChecked(unchecked);
    assert.equal((await requests.find(unchecked))?.failedChecks, 0);
    const [ready] = await find();
    assert.equal(ready?.length, 3);
  });

  describe("when a reorganisation takes a block away", () => {
    it("what was paid is reserved again, in the minute in which it was booked, and its requests are on their way", async () => {
      const [one, two] = [await queue(1), await queue(2)];
      const id = await send({ digests: [one, two], gwei: 90n });
      await settle({ id, digests: [one], cost: 30n * GWEI + 5n });
      time.now += 5 * MINUTE_MS;
      assert.equal(await lose(), 1);
      assert.deepEqual(await ledger.readSpending(), { paidWei: 0n, reservedWei: 91n * GWEI });
      assert.deepEqual(
        (await db.selectFrom("relay_spending").select(["gwei", "rest_wei"]).execute()).map((row) => ({
          ...row,
        })),
        [{ gwei: 0, rest_wei: 0 }],
      );
      const [first, second] = [await requests.find(one), await requests.find(two)];
      assert.deepEqual([first?.state, first?.result, second?.state], ["sent", null, "queued"]);
      const [held] = await transactions.findUnsettled(wallet);
      assert.deepEqual([held?.id, held?.state, held?.attempts[0]?.createdAt], [id, "live", time.now]);
      assert.equal(await lose(), 0, "once");
      await settle({ id, digests: [one], cost: 40n * GWEI });
      assert.equal((await ledger.readSpending()).paidWei, 40n * GWEI);
      assert.equal((await requests.find(one))?.state, "mined");
    });

    it("other blocks, wallets and times stay as they are", async () => {
      const digest = await queue(1);
      const id = await send({ digests: [digest] });
      await settle({ id, digests: [digest] });
      const lost = { wallet, since: time.now, blockHash: BLOCK.hash };
      assert.equal(await transactions.revive({ ...lost, blockHash: "0x99" }), 0);
      assert.equal(await transactions.revive({ ...lost, wallet: otherWallet }), 0);
      assert.equal(await transactions.revive({ ...lost, since: time.now + 1 }), 0);
      assert.deepEqual(await transactions.findMinedBlocks({ wallet, since: time.now }), [BLOCK]);
      assert.deepEqual(await transactions.findMinedBlocks({ wallet, since: time.now + 1 }), []);
      assert.deepEqual(await transactions.findMinedBlocks({ wallet: otherWallet, since: time.now }), []);
    });

    it("what had lost its nonce to the mined one is watched again", async () => {
      const digest = await queue(1);
      const loser = await send({ digests: [digest], nonce: 5 });
      await transactions.abandon([loser]);
      const neverSent = await send({ digests: [digest], nonce: 5, salt: 3 });
      await transactions.void({ id: neverSent });
      time.now += 1;
      const winner = await send({ digests: [digest], nonce: 5, salt: 2 });
      await settle({ id: winner, digests: [digest] });
      await transactions.void({ id: loser });
      await lose();
      const states = (await transactions.findUnsettled(wallet)).map(({ id, state }) => [id, state]);
      assert.deepEqual(states, [
        [loser, "abandoned"],
        [winner, "live"],
      ]);
    });

    it("the transaction that answered a request carries it again, and no other does", async () => {
      const [one, two] = [await queue(1), await queue(2)];
      const early = await send({ digests: [one, two] });
      await transactions.abandon([early]);
      const later = await send({ digests: [two], nonce: 1, salt: 2 });
      await settle({ id: later, digests: [two], block: { number: 13, hash: "0x13" } });
      await settle({ id: early, digests: [one] });
      await lose();
      assert.deepEqual(
        [(await requests.find(one))?.state, (await requests.find(two))?.state],
        ["sent", "mined"],
      );
      await transactions.void({ id: early });
      assert.equal((await requests.find(one))?.state, "queued");
    });

    it("a request whose nonce its signer has used for another one meanwhile is refused", async () => {
      const digest = await queue(1);
      const id = await send({ digests: [digest] });
      await settle({ id, digests: [digest] });
      const rival = await queue(1, { salt: 9 });
      await lose();
      assert.deepEqual((await requests.find(digest))?.refusal, {
        status: 401,
        error: "A reorganisation undid the request, and another one of its signer has taken its nonce",
      });
      assert.equal((await requests.find(digest))?.result, null);
      assert.equal((await requests.find(rival))?.state, "queued");
    });
  });
});
