import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { QueryTimeout } from "../index/slow-queries.ts";
import { createSlowLane } from "./slow-lane.ts";

type Work = PromiseWithResolvers<void> & { isStarted: boolean };

function setUp(options: Parameters<typeof createSlowLane>[0] = {}) {
  const lane = createSlowLane({ atOnce: 2, ...options });
  function begin(address: string) {
    const work: Work = { ...Promise.withResolvers<void>(), isStarted: false };
    const done = lane.run(address, () => {
      work.isStarted = true;
      return work.promise;
    });
    done.catch(() => {});
    return { work, done };
  }
  return { lane, begin };
}

/** Waits until the work that may start by now has started. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Ends the work, and lets what waited for its place begin. */
async function finish({ work, done }: { work: Work; done: Promise<void> }, error?: Error): Promise<void> {
  if (error === undefined) work.resolve();
  else work.reject(error);
  await done.catch((reason) => assert.equal(reason, error));
  await settle();
}

const BUSY = { name: "HttpError", status: 503, headers: { "Retry-After": "5" } };

describe("slow lane", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("runs one of an address at a time, and those of others beside it", async () => {
    const { begin } = setUp();
    const [first, second, other] = [begin("a"), begin("a"), begin("b")];
    await settle();
    assert.deepEqual(
      [first.work.isStarted, second.work.isStarted, other.work.isStarted],
      [true, false, true],
    );
    await finish(first);
    assert.equal(second.work.isStarted, true);
  });

  it("lets an address that waits go before the next one of an address that has run", async () => {
    const { begin } = setUp({ atOnce: 1 });
    const [first, other, again] = [begin("a"), begin("b"), begin("a")];
    await finish(first, new Error("failed"));
    assert.deepEqual([other.work.isStarted, again.work.isStarted], [true, false]);
  });

  it("runs no more at once than there are places, however long they take", async () => {
    const { begin } = setUp();
    const [first, second, third] = [begin("a"), begin("b"), begin("c")];
    await settle();
    assert.deepEqual(
      [first.work.isStarted, second.work.isStarted, third.work.isStarted],
      [true, true, false],
    );
    await finish(second);
    assert.equal(third.work.isStarted, true);
  });

  it("refuses what is too much for one address, and for all", async () => {
    const { lane, begin } = setUp({ maxWaiting: 3, maxWaitingOfOne: 2 });
    for (let i = 0; i < 3; i += 1) begin("a");
    await assert.rejects(begin("a").done, BUSY);
    begin("b");
    begin("c");
    assert.deepEqual([lane.running(), lane.waiting()], [2, 3]);
    await assert.rejects(begin("d").done, BUSY);
    assert.equal(lane.counts.refused, 2);
  });

  it("refuses what has waited too long, and starts it no more", async () => {
    const { begin } = setUp({ atOnce: 1, maxWaitMs: 1_000 });
    const [first, late] = [begin("a"), begin("b")];
    mock.timers.tick(1_000);
    await assert.rejects(late.done, BUSY);
    await finish(first);
    assert.equal(late.work.isStarted, false);
  });

  it("answers 503 if a query was ended for its length", async () => {
    const { lane } = setUp();
    const canceled = Object.assign(new Error("canceling statement"), { code: "57014" });
    for (const error of [new QueryTimeout("too long"), canceled]) {
      await assert.rejects(
        lane.run("a", () => Promise.reject(error)),
        BUSY,
      );
    }
    assert.equal(lane.counts.timedOut, 2);
  });

  it("keeps the place of a stream until it is read to its end, or left", async () => {
    const { lane } = setUp({ atOnce: 1 });
    async function* pieces() {
      yield 1;
      yield 2;
    }
    for await (const piece of lane.stream("a", pieces)) {
      assert.equal(lane.running(), 1);
      if (piece === 2) break;
    }
    assert.equal(lane.running(), 0);
  });
});
