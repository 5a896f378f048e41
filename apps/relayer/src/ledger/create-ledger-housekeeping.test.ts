import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Logger } from "@agent-registry/service";
import { createTestLedger } from "../testing/test-ledger.ts";
import { bookPayment } from "./budget.ts";
import { createHousekeeping } from "./create-ledger.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const ledger = await createTestLedger();
const { db, clock, time, requests, counters, transactions, queue, send, settle } = ledger;
const stopped = await createTestLedger();

/** Lets a run of the housekeeping come to its end: nothing in it waits for more than the database. */
async function settleDown(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function countRows() {
  const count = async (table: "relay_counter" | "relay_spending" | "relay_request" | "relay_attempt") =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return {
    counters: await count("relay_counter"),
    spending: await count("relay_spending"),
    requests: await count("relay_request"),
    transactions: (await db.selectFrom("relay_transaction").selectAll().execute()).length,
    attempts: await count("relay_attempt"),
  };
}

describe("the housekeeping", () => {
  beforeEach(async () => {
    await ledger.empty();
    mock.timers.enable({ apis: ["setTimeout"] });
  });
  afterEach(() => mock.timers.reset());

  it("drops what nobody needs any more, at the start and then each hour, and nothing a moment too early", async () => {
    const [mined, refused, sent, waiting] = [await queue(1), await queue(2), await queue(3), await queue(4)];
    await settle({ id: await send({ digests: [mined] }), digests: [mined] });
    await requests.refuse({ digest: refused, refusal: { status: 500, error: "refused" } });
    await send({ digests: [sent], nonce: 1 });
    await transactions.void({ id: await send({ digests: [waiting], nonce: 2 }) });
    await counters.take([{ key: "one", limit: 1 }]);
    await bookPayment({ db, clock, wei: 1n });
    const all = { counters: 1, spending: 1, requests: 4, transactions: 3, attempts: 3 };
    assert.deepEqual(await countRows(), all);

    const bookedAt = time.now;
    const tidyAt = async (now: number) => {
      time.now = now;
      mock.timers.tick(HOUR_MS);
      await settleDown();
      return await countRows();
    };
    ledger.start();
    assert.deepEqual(await tidyAt(bookedAt + HOUR_MS - 1), all);
    assert.deepEqual(await tidyAt(bookedAt + HOUR_MS), { ...all, counters: 0 });
    assert.deepEqual(await tidyAt(bookedAt + DAY_MS), { ...all, counters: 0 });
    const month = { ...all, counters: 0, spending: 0 };
    assert.deepEqual(await tidyAt(bookedAt + DAY_MS + 60_000), month);
    assert.deepEqual(await tidyAt(bookedAt + MONTH_MS), month);
    // What is in flight stays, however old it is.
    const left = { counters: 0, spending: 0, requests: 2, transactions: 1, attempts: 1 };
    assert.deepEqual(await tidyAt(bookedAt + MONTH_MS + 1), left);
    assert.deepEqual(
      [(await requests.find(sent))?.state, (await requests.find(waiting))?.state],
      ["sent", "queued"],
    );
  });

  it("runs at once when the ledger starts, then each hour, and no more when it is stopped", async () => {
    const run = mock.method(stopped.counters, "dropOld").mock;
    const tick = async (ms: number) => {
      mock.timers.tick(ms);
      await settleDown();
      return run.callCount();
    };
    assert.equal(await tick(HOUR_MS), 0);
    stopped.start();
    assert.equal(await tick(0), 1);
    assert.equal(await tick(HOUR_MS - 1), 1);
    assert.equal(await tick(1), 2);
    await stopped.stop();
    assert.equal(await tick(HOUR_MS), 2);
  });

  it("says in the log that it failed, and why", async () => {
    const lines: unknown[] = [];
    const logger = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
    const failure = new Error("disk full");
    const failing = { ...counters, dropOld: () => Promise.reject(failure) };
    const housekeeping = createHousekeeping({ db, clock, counters: failing, logger });
    housekeeping.start();
    mock.timers.tick(0);
    await housekeeping.stop();
    assert.deepEqual(lines, [[{ err: failure }, "housekeeping failed; trying again"]]);
  });
});
