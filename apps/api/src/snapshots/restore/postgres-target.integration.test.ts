import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { type TestPostgres, usePostgres } from "@agent-registry/testkit";
import pg from "pg";
import type { ValueRow } from "../format.ts";
import { startCopyIn } from "./postgres-target.ts";

/** More than the connection takes at once. */
const MANY: ValueRow[] = Array.from({ length: 2_000 }, (_, i) => [i, "x".repeat(1_000)]);

describe("filling a table of PostgreSQL", () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let client: pg.Client;
  before(async () => {
    postgres = await usePostgres();
    databaseUrl = await postgres.createDatabase();
  });
  after(() => postgres?.stop());
  beforeEach(async () => {
    client = new pg.Client(databaseUrl);
    client.on("error", () => {});
    await client.connect();
    await client.query("create temporary table filled (id int primary key, text text)");
  });
  afterEach(() => client.end());

  const start = () => startCopyIn(client, "copy filled from stdin");
  const readAll = async () => (await client.query("select id, text from filled order by id")).rows;

  it("takes any text, and null", async () => {
    const copy = start();
    await copy.write([
      [1, "tab\tline\nback\\slash\r"],
      [2, null],
    ]);
    await copy.write(MANY.slice(3));
    await copy.end();
    assert.deepEqual((await readAll()).slice(0, 2), [
      { id: 1, text: "tab\tline\nback\\slash\r" },
      { id: 2, text: null },
    ]);
    assert.equal((await readAll()).length, 1_999);
  });

  it("fails with the database's reason while rows are written, and the connection can go on", async () => {
    const copy = start();
    await assert.rejects(async () => {
      await copy.write([["one", "text"]]);
      for (;;) await copy.write(MANY);
    }, /invalid input syntax for type integer/);
    await copy.abandon();
    assert.deepEqual(await readAll(), []);
  });

  it("fails with the database's reason at its end, and the connection can go on", async () => {
    const copy = start();
    await copy.write([["one", "text"]]);
    await assert.rejects(copy.end(), /invalid input syntax for type integer/);
    await copy.abandon();
    assert.deepEqual(await readAll(), []);
  });

  it("leaves nothing if it is given up", async () => {
    const copy = start();
    await copy.write(MANY);
    await copy.abandon();
    assert.deepEqual(await readAll(), []);
  });

  it("fails if the connection ends", async () => {
    const other = new pg.Client(databaseUrl);
    await other.connect();
    const { rows } = await client.query("select pg_backend_pid() as id");
    const copy = start();
    await copy.write([[1, "text"]]);
    await other.query("select pg_terminate_backend($1)", [rows[0].id]);
    await other.end();
    await assert.rejects(async () => {
      for (;;) await copy.write(MANY);
    });
    await copy.abandon();
  });
});
