import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createTestLedger, toSigner } from "../testing/test-ledger.ts";
import { type Limit, readCounters, toSignerKey } from "./counters.ts";

const HOUR_MS = 60 * 60_000;
const ledger = await createTestLedger();
const { db, clock, time, counters, queue, send, settle } = ledger;
const one = { key: "one", limit: 1 };
const two = { key: "two", limit: 2 };

async function readTaken(): Promise<Record<string, number>> {
  const rows = await db.selectFrom("relay_counter").selectAll().execute();
  return Object.fromEntries(rows.map(({ key, taken }) => [key, taken]));
}

const findFull = async (limits: Limit[]) => (await readCounters({ db, clock, limits })).findFull(limits);
const tryTake = async (limit: typeof one) => (await counters.take([limit])) === null;

describe("a counter", () => {
  beforeEach(ledger.empty);

  it("gives exactly as many places as its limit, each once, however many ask together", async () => {
    const given = await Promise.all(Array.from({ length: 5 }, () => tryTake(two)));
    assert.deepEqual(given.sort(), [false, false, false, true, true]);
    assert.deepEqual(await readTaken(), { two: 2 });
    assert.equal(await tryTake(one), true, "another key has its own");
  });

  it("gives none if its limit is zero", async () => {
    const none = { key: "none", limit: 0 };
    assert.deepEqual(await counters.take([none]), { ...none, retryAfterSeconds: 3_600 });
    assert.deepEqual(await readTaken(), {});
  });

  it("starts anew an hour after its first request, not after its last", async () => {
    await counters.take([two]);
    time.now += HOUR_MS - 1;
    assert.deepEqual([await tryTake(two), await tryTake(two)], [true, false]);
    time.now += 1;
    assert.deepEqual([await tryTake(two), await tryTake(two)], [true, true]);
    time.now += HOUR_MS - 1;
    assert.equal(await tryTake(two), false);
    time.now += 1;
    assert.equal(await tryTake(two), true);
  });

  it("among several is taken in their order, up to the first that is full", async () => {
    assert.equal(await counters.take([two, one]), null);
    const last = { key: "last", limit: 1 };
    assert.deepEqual(await counters.take([two, one, last]), { ...one, retryAfterSeconds: 3_600 });
    assert.deepEqual(await readTaken(), { two: 2, one: 1 });
  });

  it("is found full within its hour, and nothing is taken by looking", async () => {
    assert.deepEqual(await findFull([one, two]), []);
    await counters.take([one, two]);
    const full = (limit: typeof one, retryAfterSeconds: number) => ({ ...limit, retryAfterSeconds });
    assert.deepEqual(await findFull([one, two]), [full(one, 3_600)]);
    await counters.take([two]);
    assert.deepEqual(await findFull([two, one]), [full(two, 3_600), full(one, 3_600)]);
    assert.deepEqual(await readTaken(), { one: 1, two: 2 });
    time.now += HOUR_MS - 1;
    assert.deepEqual(await findFull([one]), [full(one, 1)]);
    time.now += 1;
    assert.deepEqual(await findFull([one]), []);
  });

  it("is dropped once its hour is over", async () => {
    await counters.take([one]);
    time.now += HOUR_MS - 1;
    await counters.dropOld();
    assert.deepEqual(await readTaken(), { one: 1 });
    time.now += 1;
    await counters.dropOld();
    assert.deepEqual(await readTaken(), {});
  });
});

describe("a signer's activity", () => {
  const signer = toSigner(0xabc);
  const key = toSignerKey(signer);

  it("is counted by its address in lower case", () => {
    const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    assert.equal(toSignerKey(address), "signer:0x70997970c51812dc3a010c7d01b50e0d17dc79c8");
  });

  it("is another text after each request that was counted, accepted or finished, and after no other signer's", async () => {
    await ledger.empty();
    const seen: string[] = [];
    const look = async () => {
      const text = await ledger.readSignerActivity(signer);
      assert.equal(await ledger.readSignerActivity(signer), text);
      seen.push(text);
    };
    await look();
    await counters.take([{ key, limit: 5 }]);
    await look();
    await counters.take([{ key, limit: 5 }]);
    await look();
    time.now += HOUR_MS;
    await counters.take([{ key, limit: 5 }]);
    await look();
    const digest = await queue(0xabc);
    await look();
    assert.equal(new Set(seen).size, seen.length, seen.join("\n"));

    const accepted = seen.at(-1);
    await queue(0xdef);
    await counters.take([{ key: toSignerKey(toSigner(0xdef)), limit: 5 }]);
    assert.equal(await ledger.readSignerActivity(signer), accepted);
    const id = await send({ digests: [digest] });
    await settle({ id, digests: [digest] });
    assert.notEqual(await ledger.readSignerActivity(signer), accepted);
  });

  it("is the same text whatever the order in which its requests are found", async () => {
    await ledger.empty();
    const first = await addNonce(await queue(0xabc, { salt: 1 }));
    const second = await queue(0xabc, { salt: 2 });
    assert.equal(await ledger.readSignerActivity(signer), `  ${first} ${second}`);
  });
});

/** Of a signer's requests in flight, each has its own nonce. */
async function addNonce(digest: string): Promise<string> {
  await db.updateTable("relay_request").set({ nonce: "1" }).where("digest", "=", digest).execute();
  return digest;
}
