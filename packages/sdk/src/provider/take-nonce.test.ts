import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { NonceStore, NonceUse } from "./nonce-store.ts";
import { createNonceTaker } from "./take-nonce.ts";

const proof = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  nonce: "EjRWeJCrze8BI0VniavN7w",
  holdsFrom: 990,
  holdsUntil: 1_060,
} as const;

test("a store is told the earliest moment of a proof, and one after which no process takes it", async () => {
  const uses: NonceUse[] = [];
  const takeNonce = createNonceTaker({
    take(use) {
      uses.push(use);
      return "taken";
    },
  });
  assert.equal(await takeNonce(proof), "taken");
  // By a clock that may be up to 15 seconds behind.
  const { wallet, nonce } = proof;
  assert.deepEqual(uses, [{ wallet, nonce, takeableFrom: 990, expiresAt: 1_075 }]);
});

test("what the store says is passed on, whether it answers at once or later", async () => {
  for (const taking of ["taken", "used", "full", "unknown"] as const) {
    assert.equal(await createNonceTaker({ take: () => taking })(proof), taking);
    assert.equal(await createNonceTaker({ take: async () => taking })(proof), taking);
  }
});

test("an answer in time leaves no timer behind, which would keep the process from ending", async () => {
  const countTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const takeNonce = createNonceTaker({ take: () => "taken" });
  const before = countTimers();
  const taking = takeNonce(proof);
  assert.equal(countTimers(), before + 1);
  await taking;
  assert.equal(countTimers(), before);
});

describe("a store that fails", () => {
  test("is unavailable, whether it throws at once or later", async () => {
    const fail = () => {
      throw new Error("store down");
    };
    assert.equal(await createNonceTaker({ take: fail })(proof), "unavailable");
    assert.equal(await createNonceTaker({ take: async () => fail() })(proof), "unavailable");
  });

  test("is unavailable if it says what no store says", async () => {
    const takeNonce = createNonceTaker({ take: () => true as unknown as "taken" });
    assert.equal(await takeNonce(proof), "unavailable");
  });

  test("has two seconds to answer", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const answer = Promise.withResolvers<"taken">();
    const answers: NonceStore["take"][] = [() => answer.promise, () => new Promise(() => {})];
    const takeNonce = createNonceTaker({ take: (use) => answers.shift()?.(use) ?? "full" });
    const inTime = takeNonce(proof);
    t.mock.timers.tick(1_999);
    answer.resolve("taken");
    assert.equal(await inTime, "taken");
    const tooLate = takeNonce(proof);
    t.mock.timers.tick(2_000);
    assert.equal(await tooLate, "unavailable");
  });

  test("has at most 1,000 answers to give, and is asked again once it has given one", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const answers: ((taking: "taken") => void)[] = [];
    const takeNonce = createNonceTaker({ take: () => new Promise((resolve) => void answers.push(resolve)) });
    const first = Array.from({ length: 1_000 }, () => takeNonce(proof));
    assert.equal(answers.length, 1_000);
    t.mock.timers.tick(2_000);
    assert.deepEqual(new Set(await Promise.all(first)), new Set(["unavailable"]));
    assert.equal(await takeNonce(proof), "unavailable");
    assert.equal(answers.length, 1_000);
    answers[0]?.("taken");
    await new Promise((resolve) => setImmediate(resolve));
    void takeNonce(proof);
    assert.equal(answers.length, 1_001);
  });
});
