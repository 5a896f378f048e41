import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPostgresNonceStore } from "./nonce-store-postgres.ts";

const NOW = 1_800_000_000;
const use = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  nonce: "EjRWeJCrze8",
  takeableFrom: NOW - 10,
  expiresAt: NOW + 75,
} as const;

/** A statement by its first two words, and whole. */
type Query = { text: string; statement: string; values: unknown[] };

/** A database that answers as the test sets it, and records what it was asked. */
function setUp(options: { table?: string; maxPerWallet?: number } = {}) {
  const clock = { now: NOW };
  const queries: Query[] = [];
  const database = { exists: true, taking: "taken", hasRows: true, answer: async (_query: Query) => {} };
  const pool = {
    async query(text: string, values: unknown[] = []) {
      const words = text.trim().split(/\s+/);
      const query = { text: words.slice(0, 2).join(" "), statement: words.join(" "), values };
      queries.push(query);
      await database.answer(query);
      return { rows: database.hasRows ? [{ exists: database.exists, taking: database.taking }] : [] };
    },
  };
  const store = createPostgresNonceStore({ pool, now: () => clock.now, ...options });
  const count = (text: string) => queries.filter((query) => query.text === text).length;
  return { clock, database, queries, store, count };
}

describe("a nonce store in PostgreSQL", () => {
  test("creates its table if there is none, once", async () => {
    const { store, database, count } = setUp();
    database.exists = false;
    await Promise.all([store.take(use), store.take(use)]);
    assert.equal(count("SELECT to_regclass($1)"), 1);
    assert.equal(count("SELECT pg_advisory_xact_lock(7264519031);"), 1);
  });

  test("names the index after the table, without the schema, in which PostgreSQL puts it anyway", async () => {
    for (const table of ["nonces", "mine.nonces"]) {
      const { store, database, queries } = setUp({ table });
      database.exists = false;
      await store.take(use);
      const index = `CREATE INDEX IF NOT EXISTS nonces_expires_at ON ${table} (expires_at)`;
      assert.ok(queries.some(({ statement }) => statement.endsWith(index)));
    }
  });

  test("does not create a table that exists", async () => {
    const { store, queries, count } = setUp({ table: "mine.nonces" });
    await store.take(use);
    assert.deepEqual(queries[0]?.values, ["mine.nonces"]);
    assert.equal(count("SELECT pg_advisory_xact_lock(7264519031);"), 0);
  });

  test("looks for its table again after a failure", async () => {
    const { store, database, count } = setUp();
    database.answer = () => Promise.reject(new Error("database down"));
    await assert.rejects(async () => store.take(use), /database down/);
    database.answer = async () => {};
    assert.equal(await store.take(use), "taken");
    assert.equal(count("SELECT to_regclass($1)"), 2);
  });

  test("asks for the bytes of wallet and nonce, and for the time that is left", async () => {
    const { store, queries } = setUp({ maxPerWallet: 7 });
    await store.take(use);
    const taking = queries.find(({ text }) => text === "WITH written");
    const nonce = Buffer.from(use.nonce).toString("hex");
    assert.deepEqual(taking?.values, [use.wallet.slice(2), nonce, 75, 7, NOW - 10, NOW + 15]);
  });

  test("lets one wallet hold 5,000 nonces unless told otherwise", async () => {
    const { store, queries } = setUp();
    await store.take(use);
    assert.equal(queries.find(({ text }) => text === "WITH written")?.values[3], 5_000);
  });

  test("asks nothing about a nonce that may have been forgotten", async () => {
    const { store, clock, queries } = setUp();
    clock.now = use.expiresAt;
    assert.equal(await store.take(use), "used");
    assert.equal(queries.length, 0);
    clock.now = use.expiresAt - 1;
    assert.equal(await store.take(use), "taken");
  });

  test("passes on what the database says, and nothing else", async () => {
    const { store, database } = setUp();
    for (const taking of ["taken", "used", "full", "unknown"]) {
      database.taking = taking;
      assert.equal(await store.take(use), taking);
    }
    database.taking = "something";
    await assert.rejects(async () => store.take(use), /cannot be understood/);
  });

  test("takes silence of the database neither for a table nor for a nonce", async () => {
    const { store, database, count } = setUp();
    database.hasRows = false;
    await assert.rejects(async () => store.take(use), /cannot be understood/);
    assert.equal(count("SELECT pg_advisory_xact_lock(7264519031);"), 1);
  });

  test("prunes at most once a second, in batches", async () => {
    const { store, clock, count, queries } = setUp();
    await store.take(use);
    await store.take(use);
    assert.equal(count("DELETE FROM"), 1);
    assert.deepEqual(queries.find(({ text }) => text === "DELETE FROM")?.values, [5_000]);
    clock.now += 1;
    await store.take(use);
    assert.equal(count("DELETE FROM"), 2);
  });

  test("does not begin to prune while it is pruning, nor mind if it fails", async () => {
    const { store, clock, database, count } = setUp();
    const pruned = Promise.withResolvers<void>();
    database.answer = async ({ text }) => (text === "DELETE FROM" ? pruned.promise : undefined);
    assert.equal(await store.take(use), "taken");
    clock.now += 1;
    assert.equal(await store.take(use), "taken");
    assert.equal(count("DELETE FROM"), 1);
    pruned.reject(new Error("pruning failed"));
    await new Promise((resolve) => setImmediate(resolve));
    clock.now += 1;
    assert.equal(await store.take(use), "taken");
    assert.equal(count("DELETE FROM"), 2);
  });

  test("takes no name for its table that is more than a name", () => {
    for (const table of ["nonces; DROP TABLE agents", "Nonces", "", "a.b.c", `${"x".repeat(51)}`, "1a"]) {
      assert.throws(() => setUp({ table }), /table must be a name/);
    }
    for (const table of ["nonces", "_n1", "mine.nonces_2", "x".repeat(50)]) setUp({ table });
  });

  test("takes no limit that is not a positive number", () => {
    assert.throws(() => setUp({ maxPerWallet: Number.NaN }), /maxPerWallet must be a positive number/);
  });
});
