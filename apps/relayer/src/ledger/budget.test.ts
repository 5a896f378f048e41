import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { parseEther } from "viem";
import { createTestLedger, wallet } from "../testing/test-ledger.ts";
import { bookPayment, readPaid, readReserved, toReservedGwei, toReservedWei } from "./budget.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GWEI = 10n ** 9n;
const ledger = await createTestLedger();
const { db, clock, time, queue } = ledger;
const book = (wei: bigint) => bookPayment({ db, clock, wei });
const paid = () => readPaid({ db, clock });

describe("the spending of a day", () => {
  beforeEach(ledger.empty);

  it("is nothing as long as nothing is accepted or paid", async () => {
    assert.deepEqual(await ledger.readSpending(), { paidWei: 0n, reservedWei: 0n });
    assert.deepEqual(await readReserved({ db, wallet }), { reservedWei: 0n, walletReservedWei: 0n });
  });

  it("is the sum of all payments to the wei, within a minute and across minutes", async () => {
    await book(3n * GWEI + 999_999_999n);
    await book(4n * GWEI + 2n);
    assert.equal(await paid(), 8n * GWEI + 1n);
    assert.equal((await db.selectFrom("relay_spending").selectAll().execute()).length, 1);
    time.now += MINUTE_MS;
    // More than 64 bits of wei.
    await book(parseEther("20") + 5n);
    assert.equal(await paid(), parseEther("20") + 8n * GWEI + 6n);
    assert.deepEqual(await ledger.readSpending(), { paidWei: await paid(), reservedWei: 0n });
  });

  it("counts a payment until the minute in which it was made is a day old", async () => {
    time.now = 1_000 * DAY_MS + MINUTE_MS - 1;
    await book(7n);
    time.now = 1_001 * DAY_MS + MINUTE_MS - 1;
    assert.equal(await paid(), 7n);
    time.now += 1;
    assert.equal(await paid(), 0n);
  });
});

describe("a reservation", () => {
  it("is in whole gwei, never too small", () => {
    for (const [wei, gwei] of [
      [0n, 0],
      [1n, 1],
      [GWEI - 1n, 1],
      [GWEI, 1],
      [GWEI + 1n, 2],
    ] as const) {
      assert.equal(toReservedGwei(wei), gwei);
    }
    assert.equal(toReservedWei(3), 3n * GWEI);
  });

  it("of queued requests is the sum of theirs, and of no others", async () => {
    await ledger.empty();
    const [one, two] = [await queue(1, { gwei: 5 }), await queue(2, { gwei: 7 })];
    await queue(3, { gwei: 11 });
    assert.equal(await ledger.requests.readReservedWei([one, two]), 12n * GWEI);
  });
});
