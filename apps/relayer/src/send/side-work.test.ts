import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createLogger } from "@agent-registry/service";
import { createSideWork } from "./side-work.ts";

const logged: { key: string; msg: string }[] = [];
const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
const logger = createLogger({ name: "test", destination });

/** Work that is done when the test says so. */
function create(maxUnderWay = 10) {
  const begun: string[] = [];
  logged.length = 0;
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const sideWork = createSideWork<string>({
    name: "the work",
    toKey: (item) => item,
    work(item) {
      begun.push(item);
      const end = Promise.withResolvers<void>();
      ends.set(item, end);
      return end.promise;
    },
    maxUnderWay,
    logger,
  });
  return { ...sideWork, begun, end: (item: string) => ends.get(item)?.resolve(), ends };
}

async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  void promise.then(() => (over = true));
  await turn();
  return over;
}

describe("side work", () => {
  it("is waited for until all of it is done", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { run, end, count } = create();
    const running = run(["a", "b"], { patienceMs: 1_000 });
    end("a");
    assert.equal(await isOver(running), false);
    assert.equal(count(), 1);
    end("b");
    assert.equal(await isOver(running), true);
    assert.equal(count(), 0);
  });

  it("is waited for no longer than the caller has patience, and goes on", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { run, whenIdle, count, end } = create();
    const running = run(["a"], { patienceMs: 1_000 });
    t.mock.timers.tick(999);
    assert.equal(await isOver(running), false);
    t.mock.timers.tick(1);
    assert.equal(await isOver(running), true);
    assert.equal(count(), 1);
    const idle = whenIdle();
    assert.equal(await isOver(idle), false);
    end("a");
    assert.equal(await isOver(idle), true);
  });

  it("leaves no timer behind", async (t) => {
    const { run, end } = create();
    const clear = t.mock.method(globalThis, "clearTimeout");
    const running = run(["a"], { patienceMs: 5 });
    end("a");
    await running;
    assert.equal(clear.mock.callCount(), 1);
  });

  it("is not begun twice for one item, and again once it is done", async () => {
    const { run, begun, end } = create();
    void run(["a"], { patienceMs: 0 });
    void run(["a", "b"], { patienceMs: 0 });
    assert.deepEqual(begun, ["a", "b"]);
    end("a");
    await turn();
    void run(["a", "b"], { patienceMs: 0 });
    assert.deepEqual(begun, ["a", "b", "a"]);
  });

  it("is not begun for more items than there are places", async () => {
    const { run, begun, end } = create(2);
    void run(["a", "b", "c"], { patienceMs: 0 });
    assert.deepEqual(begun, ["a", "b"]);
    end("b");
    await turn();
    void run(["c"], { patienceMs: 0 });
    assert.deepEqual(begun, ["a", "b", "c"]);
  });

  it("that fails stops no other, and its place is free again", async () => {
    const { run, ends, end, count } = create();
    const running = run(["a", "b"], { patienceMs: 1_000 });
    ends.get("a")?.reject(new Error("failed"));
    assert.equal(await isOver(running), false);
    end("b");
    await running;
    assert.equal(count(), 0);
    const entries = logged.map(({ key, msg }) => [key, msg]);
    assert.deepEqual(entries, [["a", "the work failed; trying again later"]]);
  });
});
