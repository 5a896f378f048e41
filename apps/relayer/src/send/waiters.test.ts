import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Hex } from "viem";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createWaiters } from "./waiters.ts";

function create(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const finished = new Set<Hex>();
  const asked: Hex[][] = [];
  const waiters = createWaiters({
    store: {
      async findFinished(digests) {
        asked.push(digests);
        return digests
          .filter((digest) => finished.has(digest))
          .map((digest) => ({ digest }) as StoredRequest);
      },
    },
  });
  return { ...waiters, finished, asked };
}

/** The value of what has come to an end by now. */
async function peek<T>(promise: Promise<T>): Promise<T | "waiting"> {
  await turn();
  return await Promise.race([promise, Promise.resolve("waiting" as const)]);
}

describe("who waits for the end of a request", () => {
  it("is told once the store has it, with all others who wait for the same", async (t) => {
    const { waitForFinished, reportFinished, finished, asked, count } = create(t);
    const waiting = [1, 2].map(() => waitForFinished({ digest: "0x01", timeoutMs: 100 }));
    const other = waitForFinished({ digest: "0x02", timeoutMs: 100 });
    assert.equal(count(), 2);
    await reportFinished();
    assert.deepEqual(asked, [["0x01", "0x02"]]);
    assert.equal(await peek(Promise.race(waiting)), "waiting");
    finished.add("0x01");
    await reportFinished();
    for (const promise of waiting) assert.deepEqual(await peek(promise), { digest: "0x01" });
    assert.equal(await peek(other), "waiting");
    assert.equal(count(), 1);
  });

  it("is told at once of a request that is known to have ended, and nobody else is asked about", async (t) => {
    const { waitForFinished, reportFinished, finished, asked, count } = create(t);
    const waiting = (["0x01", "0x02"] as const).map((digest) => waitForFinished({ digest, timeoutMs: 100 }));
    finished.add("0x01").add("0x02");
    await reportFinished(["0x01", "0x03"]);
    assert.deepEqual(asked, [["0x01"]]);
    assert.deepEqual(await Promise.all(waiting.map(peek)), [{ digest: "0x01" }, "waiting"]);
    assert.equal(count(), 1);
  });

  it("has its turn, however many wait and do not come to an end", async (t) => {
    const { waitForFinished, reportFinished, finished, asked } = create(t);
    const digests = Array.from({ length: 450 }, (_, i): Hex => `0x${i.toString(16).padStart(4, "0")}`);
    const waiting = digests.map((digest) => waitForFinished({ digest, timeoutMs: 100 }));
    for (const digest of digests.slice(200)) finished.add(digest);
    for (let look = 0; look < 3; look += 1) await reportFinished();
    assert.deepEqual(
      asked.map(({ length }) => length),
      [200, 200, 200],
    );
    const answers = await Promise.all(waiting.map(peek));
    assert.ok(answers.slice(200).every((answer) => answer !== "waiting"));
    assert.ok(answers.slice(0, 200).every((answer) => answer === "waiting"));
  });

  it("waits no longer than it said, and the others go on waiting", async (t) => {
    const { waitForFinished, reportFinished, finished, count } = create(t);
    const short = waitForFinished({ digest: "0x01", timeoutMs: 100 });
    const long = waitForFinished({ digest: "0x01", timeoutMs: 200 });
    t.mock.timers.tick(99);
    assert.equal(await peek(short), "waiting");
    t.mock.timers.tick(1);
    assert.equal(await peek(short), null);
    assert.equal(await peek(long), "waiting");
    assert.equal(count(), 1);
    finished.add("0x01");
    await reportFinished();
    assert.deepEqual(await peek(long), { digest: "0x01" });
    assert.equal(count(), 0);
  });

  it("is forgotten when its time is over", async (t) => {
    const { waitForFinished, count } = create(t);
    const waiting = waitForFinished({ digest: "0x01", timeoutMs: 100 });
    t.mock.timers.tick(100);
    assert.equal(await peek(waiting), null);
    assert.equal(count(), 0);
  });

  it("is not forgotten because the time of one who waited before is over", async (t) => {
    const { waitForFinished, reportFinished, finished, count } = create(t);
    const early = waitForFinished({ digest: "0x01", timeoutMs: 100 });
    finished.add("0x01");
    await reportFinished();
    // Another caller waits for the same request again in the moment in which the first one's time is over.
    const late = waitForFinished({ digest: "0x01", timeoutMs: 500 });
    t.mock.timers.tick(100);
    assert.deepEqual(await peek(early), { digest: "0x01" });
    assert.equal(count(), 1);
    await reportFinished();
    assert.deepEqual(await peek(late), { digest: "0x01" });
  });

  it("is not told if its time is over while the store is asked", async (t) => {
    const { waitForFinished, reportFinished, finished, count } = create(t);
    finished.add("0x01");
    const waiting = waitForFinished({ digest: "0x01", timeoutMs: 100 });
    const telling = reportFinished();
    t.mock.timers.tick(100);
    await telling;
    assert.equal(await peek(waiting), null);
    assert.equal(count(), 0);
  });

  it("leaves no timer behind", async (t) => {
    const { waitForFinished, waitForSettled, reportFinished, reportSettled, finished } = create(t);
    const clear = t.mock.method(globalThis, "clearTimeout");
    finished.add("0x01");
    const waiting = waitForFinished({ digest: "0x01", timeoutMs: 100 });
    await reportFinished();
    await waiting;
    assert.equal(clear.mock.callCount(), 1);
    const room = waitForSettled(100);
    reportSettled();
    await room;
    assert.equal(clear.mock.callCount(), 2);
  });

  it("is told that nothing is known when the process ends", async (t) => {
    const { waitForFinished, releaseAll, count } = create(t);
    const waiting = (["0x01", "0x02"] as const).map((digest) => waitForFinished({ digest, timeoutMs: 100 }));
    releaseAll();
    assert.deepEqual(await Promise.all(waiting.map(peek)), [null, null]);
    assert.equal(count(), 0);
  });
});

describe("who waits for room", () => {
  it("is told when transactions come to an end, and each time anew", async (t) => {
    const { waitForSettled, reportSettled } = create(t);
    const first = waitForSettled(100).then(() => "told");
    assert.equal(await peek(first), "waiting");
    reportSettled();
    assert.equal(await peek(first), "told");
    const second = waitForSettled(100).then(() => "told");
    assert.equal(await peek(second), "waiting");
    t.mock.timers.tick(99);
    assert.equal(await peek(second), "waiting");
    t.mock.timers.tick(1);
    assert.equal(await peek(second), "told");
  });
});
