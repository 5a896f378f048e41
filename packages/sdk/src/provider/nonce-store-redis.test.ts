import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createRedisNonceStore } from "./nonce-store-redis.ts";
import { TAKE_NONCE_SCRIPT } from "./take-nonce-script.ts";

const NOW = 1_800_000_000;
const use = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  nonce: "EjRWeJCrze8BI0VniavN7w",
  takeableFrom: NOW - 10,
  expiresAt: NOW + 75,
} as const;
const keys = ["{agent-request}:nonces", "{agent-request}:state"];
const values = [
  use.wallet.toLowerCase(),
  use.nonce,
  ...[75, NOW - 10, NOW + 15, 5_000, 1_000_000].map(String),
];

type Options = { keyPrefix?: string; maxPerWallet?: number; maxTotal?: number; now?: () => number };

/** A node-redis client that answers as the test sets it, and records what it was asked. */
function setUp(options: Options = {}, answer: unknown = "taken") {
  const asked: unknown[][] = [];
  const client = {
    async eval(...args: unknown[]) {
      asked.push(args);
      return answer;
    },
  };
  return { asked, store: createRedisNonceStore({ client, now: () => NOW, ...options }) };
}

describe("a nonce store in Redis", () => {
  test("runs its script by node-redis, with the wallet in one spelling", async () => {
    const { store, asked } = setUp();
    assert.equal(await store.take(use), "taken");
    assert.deepEqual(asked, [[TAKE_NONCE_SCRIPT, { keys, arguments: values }]]);
  });

  test("runs its script by ioredis", async () => {
    const asked: string[][] = [];
    const client = {
      async call(...args: string[]) {
        asked.push(args);
        return "used";
      },
    };
    assert.equal(await createRedisNonceStore({ client, now: () => NOW }).take(use), "used");
    assert.deepEqual(asked, [["EVAL", TAKE_NONCE_SCRIPT, "2", ...keys, ...values]]);
  });

  test("goes by its options", async () => {
    const { store, asked } = setUp({ keyPrefix: "mine", maxPerWallet: 2, maxTotal: 3 });
    await store.take(use);
    const [[, input] = []] = asked;
    assert.deepEqual(input, {
      keys: ["mine:nonces", "mine:state"],
      arguments: [...values.slice(0, 5), "2", "3"],
    });
  });

  test("asks nothing about a nonce that may have been forgotten", async () => {
    const late = setUp({ now: () => use.expiresAt });
    assert.equal(await late.store.take(use), "used");
    assert.equal(late.asked.length, 0);
    const last = setUp({ now: () => use.expiresAt - 1 });
    assert.equal(await last.store.take(use), "taken");
  });

  test("believes no answer that its script does not give", async () => {
    const { store } = setUp({}, "OK");
    await assert.rejects(async () => store.take(use), /cannot be understood/);
  });

  test("takes no limit that is not a positive number", () => {
    assert.throws(() => setUp({ maxPerWallet: 0 }), /maxPerWallet must be a positive number/);
    assert.throws(() => setUp({ maxTotal: Number.NaN }), /maxTotal must be a positive number/);
  });
});
