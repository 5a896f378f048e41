import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";
import type { Hex } from "viem";
import { createTestLedger, otherWallet, toAttempt, wallet } from "../testing/test-ledger.ts";
import { readReserved } from "./budget.ts";

const GWEI = 10n ** 9n;
const ledger = await createTestLedger();
const { db, time, requests, transactions, queue, send, settle } = ledger;
const addAttempt = (id: Hex, salt: number, reservedWei = 10n * GWEI) =>
  transactions.addAttempt({ id, attempt: toAttempt(salt), reservedWei });
const readRow = (id: Hex) =>
  db.selectFrom("relay_transaction").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("a stored transaction", () => {
  beforeEach(ledger.empty);

  it("is read with its requests and all its attempts, oldest first", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    const createdAt = time.now;
    const id = await send({ digests: [one, two], nonce: 7 });
    time.now += 5;
    await addAttempt(id, 3);
    const { raw: first, ...attempt } = toAttempt(7_001);
    const { raw: second, ...dearer } = toAttempt(3);
    const attempts = [
      { ...attempt, createdAt },
      { ...dearer, createdAt: createdAt + 5 },
    ];
    assert.deepEqual(await transactions.findUnsettled(wallet), [
      { id, nonce: 7, digests: [one, two], state: "live", createdAt, attempts },
    ]);
    assert.equal(await transactions.getRaw(attempt.hash), first);
    assert.equal(await transactions.getRaw(dearer.hash), second);
  });

  it("is listed by its nonce and then by its age until it is settled, for its own wallet", async () => {
    const digest = await queue(1);
    const high = await send({ digests: [digest], nonce: 9 });
    const old = await send({ digests: [digest], nonce: 8, salt: 5 });
    time.now += 1;
    const young = await send({ digests: [digest], nonce: 8, salt: 2 });
    await send({ digests: [digest], nonce: 7, owner: otherWallet });
    await settle({ id: await send({ digests: [digest], nonce: 6 }), digests: [] });
    await transactions.void({ id: await send({ digests: [digest], nonce: 5 }) });
    await transactions.abandon([old]);
    const found = await transactions.findUnsettled(wallet);
    assert.deepEqual(
      found.map(({ id, state, attempts }) => [id, state, attempts.map(({ hash }) => hash)]),
      [
        [old, "abandoned", [old]],
        [young, "live", [young]],
        [high, "live", [high]],
      ],
    );
  });

  it("that does not exist has no attempts to ask for: PostgreSQL takes no empty list", async () => {
    const select = mock.method(db, "selectFrom").mock;
    assert.deepEqual(await transactions.findUnsettled(wallet), []);
    assert.deepEqual(
      select.calls.map(({ arguments: [table] }) => table),
      ["relay_transaction"],
    );
    select.restore();
  });

  it("that was abandoned is live again if the same one is sent once more", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest], gwei: 10n });
    await transactions.abandon([id]);
    time.now += 5;
    assert.equal(await send({ digests: [digest], gwei: 12n }), id);
    const { state, reserved_gwei, created_at } = await readRow(id);
    assert.deepEqual([state, reserved_gwei, created_at], ["live", 12, time.now]);
    const [held] = await transactions.findUnsettled(wallet);
    assert.equal(held?.attempts.length, 1, "the same form of it is kept once");
    const { state: sent, transactionHash } = (await requests.find(digest)) ?? {};
    assert.deepEqual([sent, transactionHash], ["sent", id]);
  });

  it("that was settled keeps nothing of it if the same one is sent once more, on a chain that was reset", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest] });
    await settle({ id, digests: [] });
    await send({ digests: [digest] });
    const { settled_at, mined_hash, block_number, block_hash, cost_wei } = await readRow(id);
    assert.deepEqual([settled_at, mined_hash, block_number, block_hash, cost_wei], Array(5).fill(null));
  });

  it("carries its own requests alone, under the hash of its newest attempt", async () => {
    const [one, two, other] = [await queue(1), await queue(2), await queue(3)];
    const id = await send({ digests: [one, two] });
    const first = await send({ digests: [other], nonce: 1 });
    await db.updateTable("relay_request").set({ state: "refused" }).where("digest", "=", two).execute();
    await addAttempt(id, 77);
    const hashes = await Promise.all([one, two, other].map((digest) => requests.find(digest)));
    assert.deepEqual(
      hashes.map((stored) => stored?.transactionHash),
      [toAttempt(77).hash, id, first],
      "one that has its answer keeps it",
    );
  });

  it("has a reservation of its own, rounded up", async () => {
    const digest = await queue(1);
    const id = await send({ digests: [digest], gwei: 10n });
    await send({ digests: [digest], nonce: 1, gwei: 20n });
    await addAttempt(id, 77, 15n * GWEI + 1n);
    const [held, other] = await transactions.findUnsettled(wallet);
    assert.ok(held && other);
    assert.equal(await transactions.findReservedWei(held), 16n * GWEI);
    assert.equal(await transactions.findReservedWei(other), 20n * GWEI);
    assert.equal((await readReserved({ db, wallet })).walletReservedWei, 36n * GWEI);
  });

  it("was mined in a block that is told once, the newest first, if the block is known", async () => {
    const digest = await queue(1);
    const blocks = [
      { number: 9, hash: "0x09" },
      { number: 10, hash: "0x10" },
      { number: 10, hash: "0x10" },
    ] as const;
    for (const [nonce, block] of blocks.entries()) {
      await settle({ id: await send({ digests: [digest], nonce }), digests: [], block });
    }
    // One that was settled before blocks were kept.
    const early = await send({ digests: [digest], nonce: 3 });
    await settle({ id: early, digests: [] });
    await db.updateTable("relay_transaction").set({ block_hash: null }).where("id", "=", early).execute();
    await transactions.void({ id: await send({ digests: [digest], nonce: 4 }) });
    const found = await transactions.findMinedBlocks({ wallet, since: 0 });
    assert.deepEqual(found, [blocks[1], blocks[0]]);
  });
});
