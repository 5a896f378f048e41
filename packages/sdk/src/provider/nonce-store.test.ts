import assert from "node:assert/strict";
import { test } from "node:test";
import { numberToHex } from "viem";
import { createMemoryNonceStore } from "./nonce-store.ts";

const alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const bob = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const nonce = (number: number) => numberToHex(number, { size: 32 });

function setUp(limits: { maxPerWallet?: number; maxTotal?: number } = {}) {
  const clock = { now: 1_000 };
  return { clock, store: createMemoryNonceStore({ ...limits, now: () => clock.now }) };
}

test("a nonce is taken once; another wallet may have the same", () => {
  const { store } = setUp();
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "taken");
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "used");
  assert.equal(store.take({ wallet: bob, nonce: nonce(1), expiresAt: 1_060 }), "taken");
});

test("a nonce is remembered to the last second in which its proof holds", () => {
  const { store, clock } = setUp();
  store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 });
  clock.now = 1_060;
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "used");
});

test("a nonce that has expired is refused, since the store has forgotten whether it was used", () => {
  const { store, clock } = setUp();
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "taken");
  clock.now = 1_061;
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "used");
  assert.equal(store.take({ wallet: alice, nonce: nonce(2), expiresAt: 1_060 }), "used");
});

test("a full store refuses instead of forgetting, and has room again once nonces expire", () => {
  const { store, clock } = setUp({ maxTotal: 2 });
  store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 });
  store.take({ wallet: bob, nonce: nonce(2), expiresAt: 1_060 });
  assert.equal(store.take({ wallet: bob, nonce: nonce(3), expiresAt: 1_060 }), "full");
  assert.equal(store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 }), "used");
  clock.now = 1_061;
  assert.equal(store.take({ wallet: bob, nonce: nonce(3), expiresAt: 1_120 }), "taken");
});

test("one wallet cannot fill the store for the others", () => {
  const { store } = setUp({ maxPerWallet: 1 });
  store.take({ wallet: alice, nonce: nonce(1), expiresAt: 1_060 });
  assert.equal(store.take({ wallet: alice, nonce: nonce(2), expiresAt: 1_060 }), "full");
  assert.equal(store.take({ wallet: bob, nonce: nonce(2), expiresAt: 1_060 }), "taken");
});
