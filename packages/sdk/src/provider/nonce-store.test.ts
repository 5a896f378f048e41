import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Address, numberToHex } from "viem";
import { createMemoryNonceStore, type NonceUse, parseTaking } from "./nonce-store.ts";

const alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const bob = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const nonce = (number: number) => numberToHex(number, { size: 32 });

/** A store that began long before the test, at 500. */
function setUp(limits: { maxPerWallet?: number; maxTotal?: number } = {}) {
  const clock = { now: 500 };
  const store = createMemoryNonceStore({ ...limits, now: () => clock.now });
  clock.now = 1_000;
  const take = (use: Partial<NonceUse> = {}) =>
    store.take({ wallet: alice, nonce: nonce(1), takeableFrom: 990, expiresAt: 1_060, ...use });
  return { clock, take };
}

test("a nonce is taken once; another wallet may have the same", () => {
  const { take } = setUp();
  assert.equal(take(), "taken");
  assert.equal(take(), "used");
  assert.equal(take({ wallet: bob }), "taken");
});

test("a nonce is the same however its wallet is spelt, and another one if its own case differs", () => {
  const { take } = setUp();
  assert.equal(take({ nonce: "abc" }), "taken");
  assert.equal(take({ nonce: "abc", wallet: alice.toLowerCase() as Address }), "used");
  assert.equal(take({ nonce: "ABC" }), "taken");
});

test("a nonce is remembered to the last second in which its proof holds", () => {
  const { take, clock } = setUp();
  take();
  clock.now = 1_060;
  assert.equal(take(), "used");
  assert.equal(take({ nonce: nonce(2) }), "taken");
});

test("a nonce that has expired is refused, since the store has forgotten whether it was used", () => {
  const { take, clock } = setUp();
  assert.equal(take(), "taken");
  clock.now = 1_061;
  assert.equal(take(), "used");
  assert.equal(take({ nonce: nonce(2) }), "used");
});

test("a nonce that was forgotten is not taken again if the clock is set back", () => {
  const { take, clock } = setUp();
  assert.equal(take(), "taken");
  clock.now = 1_061;
  assert.equal(take({ nonce: nonce(2), expiresAt: 1_120 }), "taken");
  clock.now = 1_000;
  assert.equal(take(), "used");
});

test("a nonce that could have been taken before the store began is not taken", () => {
  const { take } = setUp();
  assert.equal(take({ takeableFrom: 500 }), "unknown");
  assert.equal(take({ takeableFrom: 501 }), "taken");
  assert.equal(take({ takeableFrom: 500 }), "used");
});

describe("a full store", () => {
  test("refuses instead of forgetting, and has room again once nonces expire", () => {
    const { take, clock } = setUp({ maxTotal: 2 });
    take({ nonce: nonce(1) });
    take({ wallet: bob, nonce: nonce(2) });
    assert.equal(take({ wallet: bob, nonce: nonce(3) }), "full");
    assert.equal(take({ nonce: nonce(1) }), "used");
    clock.now = 1_061;
    assert.equal(take({ nonce: nonce(3), expiresAt: 1_120 }), "taken");
    assert.equal(take({ nonce: nonce(4), expiresAt: 1_120 }), "taken");
    assert.equal(take({ nonce: nonce(5), expiresAt: 1_120 }), "full");
  });

  test("makes room for a wallet whose nonces expired, and keeps those that have not", () => {
    const { take, clock } = setUp({ maxPerWallet: 2 });
    take({ nonce: nonce(1), expiresAt: 1_060 });
    take({ nonce: nonce(2), expiresAt: 1_061 });
    clock.now = 1_061;
    assert.equal(take({ nonce: nonce(3), expiresAt: 1_120 }), "taken");
    assert.equal(take({ nonce: nonce(2), expiresAt: 1_061 }), "used");
    assert.equal(take({ nonce: nonce(4), expiresAt: 1_120 }), "full");
  });

  test("is not filled by one wallet for the others", () => {
    const { take } = setUp({ maxPerWallet: 1 });
    take({ nonce: nonce(1) });
    assert.equal(take({ nonce: nonce(2) }), "full");
    assert.equal(take({ wallet: bob, nonce: nonce(2) }), "taken");
  });

  test("holds 5,000 nonces of a wallet, and 200,000 in all", () => {
    const { take } = setUp();
    const wallets = Array.from({ length: 40 }, (_, index) => numberToHex(index + 1, { size: 20 }));
    for (const wallet of wallets) {
      assert.equal(take({ wallet: bob, nonce: "0xb0b" }), wallet === wallets[0] ? "taken" : "used");
      // Bob's nonce is one of the 200,000, too.
      const count = wallet === wallets[39] ? 4_999 : 5_000;
      let taken = 0;
      while (take({ wallet, nonce: `0x${taken}` }) === "taken") taken++;
      assert.equal(taken, count);
    }
    assert.equal(take({ wallet: bob }), "full");
  });
});

test("a limit that is not a number is refused, since it would let everything through", () => {
  for (const limit of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) {
    assert.throws(() => createMemoryNonceStore({ maxTotal: limit }), /maxTotal must be a positive number/);
    assert.throws(() => createMemoryNonceStore({ maxPerWallet: limit }), /maxPerWallet must be/);
  }
});

test("without a clock of its own the store goes by the system's, in seconds", () => {
  const store = createMemoryNonceStore();
  const seconds = Math.floor(Date.now() / 1000);
  const use = { wallet: alice, nonce: nonce(1) } as const;
  assert.equal(store.take({ ...use, takeableFrom: seconds + 60, expiresAt: seconds - 60 }), "used");
  assert.equal(store.take({ ...use, takeableFrom: seconds - 60, expiresAt: seconds + 60 }), "unknown");
  assert.equal(store.take({ ...use, takeableFrom: seconds + 60, expiresAt: seconds + 60 }), "taken");
});

test("of a shared store's answers only known ones count", () => {
  for (const taking of ["taken", "used", "full", "unknown"]) assert.equal(parseTaking(taking), taking);
  for (const other of [undefined, null, true, "", "OK"]) assert.throws(() => parseTaking(other), /cannot be/);
});
