import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";
import type { ForwardRequest } from "@agent-registry/protocol";
import type { Hex } from "viem";
import { createTestLedger, otherWallet, toResult, toSigner, wallet } from "../testing/test-ledger.ts";
import { type StoredRequest, toNonceKey } from "./request-store.ts";

const ledger = await createTestLedger();
const { db, time, requests, transactions, queue, send, settle } = ledger;
const refusal = { status: 403, error: "refused" } as const;
const toDigests = (found: Pick<StoredRequest, "digest">[]) => found.map(({ digest }) => digest);
const findHolder = async (request: ForwardRequest) =>
  (await requests.findNonceHolders([request])).get(toNonceKey(request));
const readRow = (digest: Hex) =>
  db.selectFrom("relay_request").selectAll().where("digest", "=", digest).executeTakeFirstOrThrow();

describe("a stored request", () => {
  beforeEach(ledger.empty);

  it("is read as it was accepted", async () => {
    const request = {
      from: toSigner(1),
      to: toSigner(2),
      value: 2n ** 70n,
      gas: 2n ** 71n,
      nonce: 2n ** 72n,
      deadline: 2 ** 47,
      data: "0x1234",
    } as const;
    const added = { wallet, digest: "0x01", request, signature: "0x02", reservedGwei: 9 } as const;
    await requests.insert([added]);
    assert.deepEqual(await requests.find("0x01"), {
      digest: "0x01",
      request,
      signature: "0x02",
      state: "queued",
      failedChecks: 0,
      acceptedAt: time.now,
      transactionHash: null,
      result: null,
      refusal: null,
    });
    const { reserved_gwei, tries, checked_at } = await readRow("0x01");
    assert.deepEqual([reserved_gwei, tries, checked_at], [9, 0, time.now]);
    assert.equal(await requests.find("0x03"), undefined);
  });

  it("is read with its answer: where it was mined, or why it was refused", async () => {
    const [mined, refused] = [await queue(1), await queue(2)];
    const id = await send({ digests: [mined] });
    await settle({ id, digests: [mined] });
    await requests.refuse({ digest: refused, refusal });
    const [first, second] = [await requests.find(mined), await requests.find(refused)];
    assert.deepEqual(
      [first?.state, first?.result, first?.transactionHash, first?.refusal],
      ["mined", toResult(id), id, null],
    );
    assert.deepEqual([second?.state, second?.result, second?.refusal], ["refused", null, refusal]);
    assert.equal((await readRow(refused)).finished_at, time.now);
  });

  it("that was refused starts anew if it is accepted again", async () => {
    const digest = await queue(1);
    const fresh = { ...(await readRow(digest)) };
    const id = await send({ digests: [digest] });
    await settle({ id, digests: [] });
    await requests.postponeCheck({ digest, until: time.now + 5 });
    await requests.refuse({ digest, refusal });
    time.now += 10;
    await queue(1);
    assert.deepEqual(
      { ...(await readRow(digest)) },
      { ...fresh, checked_at: time.now, accepted_at: time.now },
    );
  });

  it("is found by its digest, and among the finished only if it has an answer", async () => {
    const [queued, sent, mined, refused] = [await queue(1), await queue(2), await queue(3), await queue(4)];
    await send({ digests: [sent] });
    await settle({ id: await send({ digests: [mined], nonce: 1 }), digests: [mined] });
    await requests.refuse({ digest: refused, refusal });
    assert.deepEqual(toDigests(await requests.findAll([queued, mined])).sort(), [queued, mined].sort());
    const all = [queued, sent, mined, refused];
    assert.deepEqual(toDigests(await requests.findFinished(all)).sort(), [mined, refused].sort());
    assert.deepEqual(toDigests(await requests.findFinished([queued, mined])), [mined]);
  });

  it("costs no query if nobody waits for one", async () => {
    const select = mock.method(db, "selectFrom").mock;
    assert.deepEqual(await requests.findFinished([]), []);
    assert.equal(select.callCount(), 0);
    select.restore();
  });

  it("holds its signer's nonce from its acceptance to its answer", async () => {
    const digest = await queue(1);
    const { request } = (await requests.find(digest)) as StoredRequest;
    assert.equal(await findHolder(request), digest);
    assert.equal(await findHolder({ ...request, nonce: 1n }), undefined);
    assert.equal(await findHolder({ ...request, from: toSigner(2) }), undefined);
    const id = await send({ digests: [digest] });
    assert.equal(await findHolder(request), digest);
    await settle({ id, digests: [digest] });
    assert.equal(await findHolder(request), undefined);
  });

  it("is in flight while it is queued or sent, and counted for its own wallet", async () => {
    const [, sent, mined, refused] = [await queue(1), await queue(2), await queue(3), await queue(4)];
    await queue(5, { owner: otherWallet });
    await send({ digests: [sent] });
    await settle({ id: await send({ digests: [mined], nonce: 1 }), digests: [mined] });
    await requests.refuse({ digest: refused, refusal });
    assert.equal(await requests.countInFlight(wallet), 2);
    assert.equal(await requests.countInFlight(otherWallet), 1);
  });

  it("is the oldest of its wallet until it is finished", async () => {
    assert.equal(await requests.readOldestAgeSeconds(wallet), 0);
    const first = await queue(1);
    time.now += 30_000;
    await queue(2);
    time.now += 1_500;
    assert.equal(await requests.readOldestAgeSeconds(wallet), 31.5);
    await settle({ id: await send({ digests: [first] }), digests: [first] });
    assert.equal(await requests.readOldestAgeSeconds(wallet), 1.5);
    assert.equal(await requests.readOldestAgeSeconds(otherWallet), 0);
  });

  it("is refused alone, and only while it is queued", async () => {
    const [one, two, sent] = [await queue(1), await queue(2), await queue(3)];
    await send({ digests: [sent] });
    for (const digest of [one, sent]) await requests.refuse({ digest, refusal });
    const states = (await requests.findAll([one, two, sent])).map(({ digest, state }) => [digest, state]);
    assert.deepEqual(Object.fromEntries(states), { [one]: "refused", [two]: "queued", [sent]: "sent" });
  });
});

describe("the queue of a wallet", () => {
  beforeEach(ledger.empty);

  it("gives what may be sent, oldest first and then by digest, up to a limit", async () => {
    const [late, second, first] = [
      await queue(1, { at: time.now + 1 }),
      await queue(3),
      await queue(2, { salt: 1 }),
    ];
    await queue(4, { owner: otherWallet });
    await send({ digests: [await queue(5)] });
    const find = async (limit: number, checkedAfter = time.now - 1) =>
      toDigests(await requests.findReady({ wallet, checkedAfter, limit }));
    assert.deepEqual(await find(10), [first, second, late]);
    assert.deepEqual(await find(2), [first, second]);
    assert.deepEqual(await find(10, time.now), [late], "what was checked at that moment is not after it");
  });

  it("gives what has to be simulated, those that never failed first and then the oldest, up to a limit", async () => {
    const [failed, young, old] = [
      await queue(1, { at: time.now - 9 }),
      await queue(2),
      await queue(3, { at: time.now - 5 }),
    ];
    await queue(4, { owner: otherWallet });
    await send({ digests: [await queue(5)] });
    await requests.postponeCheck({ digest: failed, until: time.now });
    const find = async (limit: number, checkedAfter = time.now) =>
      toDigests(await requests.findUnchecked({ wallet, checkedAfter, limit }));
    assert.deepEqual(await find(10), [old, young, failed]);
    assert.deepEqual(await find(2), [old, young]);
    assert.deepEqual(
      await find(10, time.now - 1),
      [old, failed],
      "what was checked after that moment is not due",
    );
  });

  it("remembers each failed check of a request until one succeeds, and leaves the others alone", async () => {
    const [one, two] = [await queue(1), await queue(2)];
    await requests.postponeCheck({ digest: one, until: time.now + 50 });
    await requests.postponeCheck({ digest: one, until: time.now + 100 });
    const readChecks = async (digest: Hex) => {
      const { checked_at, failed_checks, check_after } = await readRow(digest);
      return [checked_at, failed_checks, check_after];
    };
    const acceptedAt = time.now;
    assert.deepEqual(await readChecks(one), [acceptedAt, 2, acceptedAt + 100]);
    assert.deepEqual(await readChecks(two), [acceptedAt, 0, 0]);
    time.now += 7;
    await requests.markChecked(one);
    assert.deepEqual(await readChecks(one), [acceptedAt + 7, 0, 0]);
    assert.deepEqual(await readChecks(two), [acceptedAt, 0, 0]);
  });

  it("tells which of some requests are still queued", async () => {
    const [one, two, three] = [await queue(1), await queue(2), await queue(3)];
    const all = await requests.findAll([one, two]);
    await transactions.abandon([await send({ digests: [one] })]);
    await send({ digests: [two], nonce: 1 });
    assert.deepEqual(toDigests(await requests.keepQueued(all)), [one]);
    assert.equal((await requests.find(three))?.state, "queued");
  });
});
