import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  startRedis,
  type TestPostgres,
  type TestRedis,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { type Address, numberToHex, pad } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { type Provider, startFetch } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import type { NonceStore } from "./nonce-store.ts";
import { createPostgresNonceStore } from "./nonce-store-postgres.ts";
import { createRedisNonceStore } from "./nonce-store-redis.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const alice: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const bob: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const NOW = 1_800_000_000;
const now = () => NOW;

type Limits = { maxPerWallet?: number; maxTotal?: number; now?: () => number };
/** A process's own connection to a store that it shares with the others. */
type Connection = { store: NonceStore; close(): Promise<void> };
type Connect = (limits?: Limits) => Promise<Connection>;

let postgres: TestPostgres;
let redis: TestRedis;
let database: string;
before(async () => {
  [postgres, redis] = await Promise.all([usePostgres(), startRedis()]);
  database = await postgres.createDatabase();
});
after(() => Promise.all([postgres.stop(), redis.stop()]));

let names = 0;

/** Each store that is tested is empty; those who are given the same name share it. */
const stores: Record<string, (name: string) => Connect> = {
  PostgreSQL: (table) => async (limits) => {
    const pool = new pg.Pool({ connectionString: database });
    return { store: createPostgresNonceStore({ pool, table, now, ...limits }), close: () => pool.end() };
  },
  "Redis by node-redis": (keyPrefix) => async (limits) => {
    const client = createClient({ url: redis.url });
    await client.connect();
    const store = createRedisNonceStore({ client, keyPrefix, now, ...limits });
    return { store, close: async () => client.destroy() };
  },
  "Redis by ioredis": (keyPrefix) => async (limits) => {
    const client = new Redis(redis.url);
    const store = createRedisNonceStore({ client, keyPrefix, now, ...limits });
    return { store, close: async () => client.disconnect() };
  },
};

const use = (overrides: Partial<Parameters<NonceStore["take"]>[0]> = {}) => ({
  wallet: alice,
  nonce: pad("0xabcdef"),
  takeableFrom: NOW - 10,
  expiresAt: NOW + 75,
  ...overrides,
});
const nonce = (number: number) => numberToHex(number, { size: 32 });

for (const [name, share] of Object.entries(stores)) {
  describe(`nonces in ${name}`, () => {
    let connect: Connect;
    const open: Connection[] = [];
    /** The store has run for long: what could have been taken before it is of no interest here. */
    async function setUp(limits: Limits = {}) {
      connect = share(`nonces_${++names}`);
      const early = await connect({ now: () => NOW - 1_000 });
      await early.store.take(use({ wallet: bob, nonce: nonce(99), expiresAt: NOW - 990 }));
      const [first, second] = [await connect(limits), await connect(limits)];
      open.push(early, first, second);
      return { first: first.store, second: second.store };
    }
    after(() => Promise.all(open.map(({ close }) => close())));

    test("are taken by one of two processes, however the wallet is spelt; another wallet may have the same", async () => {
      const { first, second } = await setUp();
      assert.equal(await first.take(use()), "taken");
      assert.equal(await second.take(use()), "used");
      assert.equal(await second.take(use({ wallet: alice.toLowerCase() as Address })), "used");
      assert.equal(await second.take(use({ wallet: bob })), "taken");
    });

    test("are texts, which differ if their case does", async () => {
      const { first, second } = await setUp();
      for (const text of [
        "EjRWeJCrze8BI0VniavN7w",
        "ejrwejcrze8bi0vniavn7w",
        "'; --\\ \"",
        "x".repeat(128),
      ]) {
        assert.equal(await first.take(use({ nonce: text })), "taken");
        assert.equal(await second.take(use({ nonce: text })), "used");
      }
    });

    test("are taken once if many ask at the same moment, also in a store that does not exist yet", async () => {
      connect = share(`nonces_${++names}`);
      const connections = await Promise.all(Array.from({ length: 6 }, () => connect()));
      open.push(...connections);
      const later = use({ takeableFrom: NOW + 16, expiresAt: NOW + 101 });
      const takings = await Promise.all(
        connections.flatMap(({ store }) => Array.from({ length: 10 }, () => store.take(later))),
      );
      assert.equal(takings.filter((taking) => taking === "taken").length, 1);
      assert.equal(takings.filter((taking) => taking === "used").length, 59);
    });

    test("that may have been taken before the store began to remember are not taken", async () => {
      connect = share(`nonces_${++names}`);
      const { store, close } = await connect();
      open.push({ store, close });
      assert.equal(await store.take(use({ nonce: nonce(1), takeableFrom: NOW + 15 })), "unknown");
      assert.equal(await store.take(use({ nonce: nonce(1), takeableFrom: NOW + 16 })), "taken");
      const later = await connect({ now: () => NOW + 20 });
      open.push(later);
      assert.equal(await later.store.take(use({ nonce: nonce(2), takeableFrom: NOW + 16 })), "taken");
    });

    test("are refused once they may have been forgotten", async () => {
      const { first } = await setUp();
      assert.equal(await first.take(use({ expiresAt: NOW })), "used");
      assert.equal(await first.take(use({ expiresAt: NOW + 1 })), "taken");
    });

    test("of one wallet are bounded, and leave room for the others", async () => {
      const { first, second } = await setUp({ maxPerWallet: 2 });
      assert.equal(await first.take(use({ nonce: nonce(1) })), "taken");
      assert.equal(await first.take(use({ nonce: nonce(2) })), "taken");
      assert.equal(await second.take(use({ nonce: nonce(3) })), "full");
      assert.equal(await second.take(use({ nonce: nonce(2) })), "used");
      assert.equal(await second.take(use({ wallet: bob, nonce: nonce(3) })), "taken");
    });

    test("are forgotten in time, and make room", async () => {
      const { first } = await setUp({ maxPerWallet: 1 });
      assert.equal(await first.take(use({ expiresAt: NOW + 0.05 })), "taken");
      const renewed = share(`nonces_${names}`);
      let time = NOW;
      // A clock of its own that moves on, since the store prunes at most once a second.
      const connection = await renewed({ maxPerWallet: 1, now: () => ++time });
      open.push(connection);
      await waitUntil(
        async () => (await connection.store.take(use({ nonce: nonce(2), expiresAt: time + 75 }))) === "taken",
      );
    });
  });

  describe(`two providers that share ${name}`, () => {
    const open: Connection[] = [];
    after(() => Promise.all(open.map(({ close }) => close())));

    test("serve a proof once between them, and not again after a restart", async () => {
      const connect = share(`nonces_${++names}`);
      const clock = { now: NOW - 100 };
      const registry = scriptRegister({ compliant: [agent.address], now: () => clock.now });
      async function start() {
        const connection = await connect({ now: () => clock.now });
        open.push(connection);
        return startFetch({ registry, source: "api", now: () => clock.now, nonceStore: connection.store });
      }
      const [one, other] = [await start(), await start()];
      const send = async (provider: Provider, headers: Record<string, string>) => {
        const url = `http://${provider.host}/jobs`;
        const request = new Request(url, { method: "POST", body: "work", headers });
        const response = await provider.send(request);
        return ((await response.json()) as { reason?: string }).reason ?? response.status;
      };
      const craft = () =>
        craftSignature({ signer: agent, host: "http://provider.test", issuedAt: clock.now });
      // Whatever the store says to its first proof, it has begun to remember.
      await send(one, await craft());
      clock.now = NOW;
      const proof = await craft();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => send(index % 2 ? one : other, proof)),
      );
      assert.deepEqual(answers.sort(), [200, ...Array(9).fill("replayed-proof")]);
      const restarted = await start();
      assert.equal(await send(restarted, proof), "replayed-proof");
      assert.equal(await send(restarted, await craft()), 200);
    });
  });
}

test("a PostgreSQL table that was emptied begins to remember anew", async () => {
  const pool = new pg.Pool({ connectionString: database });
  const store = createPostgresNonceStore({ pool, table: "public.emptied", now });
  const later = use({ takeableFrom: NOW + 16, expiresAt: NOW + 101 });
  assert.equal(await store.take(later), "taken");
  await pool.query("TRUNCATE emptied");
  const restarted = createPostgresNonceStore({ pool, table: "public.emptied", now: () => NOW + 1 });
  assert.equal(await restarted.take(later), "unknown");
  await pool.end();
});

test("a PostgreSQL table is used by a role that may not create any", async () => {
  const pool = new pg.Pool({ connectionString: database });
  await createPostgresNonceStore({ pool, table: "granted", now }).take(use());
  await pool.query("CREATE ROLE provider LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON granted TO provider");
  const url = new URL(database);
  url.username = "provider";
  const limited = new pg.Pool({ connectionString: url.href });
  const store = createPostgresNonceStore({ pool: limited, table: "granted", now });
  assert.equal(await store.take(use({ takeableFrom: NOW + 16 })), "taken");
  await Promise.all([pool.end(), limited.end()]);
});

describe("nonces in Redis alone", () => {
  const losses: Record<string, (client: Redis, prefix: string) => Promise<unknown>> = {
    "was restarted": () => redis.restart(),
    "lost its nonces": (client, prefix) => client.del(`${prefix}:nonces`),
    "lost its state": (client, prefix) => client.del(`${prefix}:state`),
  };
  for (const [name, lose] of Object.entries(losses)) {
    test(`are not taken again if Redis ${name}`, async () => {
      const prefix = `nonces_${++names}`;
      const client = new Redis(redis.url);
      client.on("error", () => {});
      const later = use({ takeableFrom: NOW + 16, expiresAt: NOW + 101 });
      const before = createRedisNonceStore({ client, keyPrefix: prefix, now });
      assert.equal(await before.take(later), "taken");
      await lose(client, prefix);
      const after = createRedisNonceStore({ client, keyPrefix: prefix, now: () => NOW + 1 });
      assert.equal(await after.take(later), "unknown");
      assert.equal(await after.take({ ...later, takeableFrom: NOW + 17 }), "taken");
      client.disconnect();
    });
  }

  test("are bounded all together", async () => {
    const client = new Redis(redis.url);
    const store = createRedisNonceStore({ client, keyPrefix: `nonces_${++names}`, maxTotal: 1, now });
    assert.equal(await store.take(use({ takeableFrom: NOW + 16 })), "taken");
    assert.equal(await store.take(use({ takeableFrom: NOW + 16, wallet: bob })), "full");
    client.disconnect();
  });
});

describe("a shared store that is out of reach", () => {
  test("makes the provider refuse, within its time limit", async () => {
    const client = createClient({ url: redis.url });
    client.on("error", () => {});
    await client.connect();
    const nonceStore = createRedisNonceStore({ client, now });
    const registry = scriptRegister({ compliant: [agent.address], now });
    const provider = await startFetch({ registry, source: "api", now, nonceStore });
    const host = `http://${provider.host}`;
    const headers = await craftSignature({ signer: agent, host, issuedAt: NOW });
    redis.pause();
    try {
      const request = new Request(`${host}/jobs`, { method: "POST", body: "work", headers });
      const response = await provider.send(request);
      assert.equal(response.status, 503);
      assert.equal(((await response.json()) as { reason: string }).reason, "nonce-store-unavailable");
    } finally {
      redis.resume();
      client.destroy();
    }
  });
});
