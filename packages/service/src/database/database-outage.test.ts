import assert from "node:assert/strict";
import { connect, createServer, type Server } from "node:net";
import { after, before, describe, it } from "node:test";
import { findFreePort, type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { sql } from "kysely";
import pg from "pg";
import { openDatabase } from "./database.ts";

describe("a PostgreSQL that goes away", () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await usePostgres();
  });
  after(() => postgres.stop());

  const open = (databaseUrl: string, onWait?: (reason: string) => void) =>
    openDatabase({
      databaseUrl,
      dataDir: "",
      fileName: "notes.sqlite",
      migrations: {},
      ...(onWait && { onWait }),
    });

  it("fails the queries under way, and the process lives on", async () => {
    const database = await open(await postgres.createDatabase());
    const pid = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<void>();
    // In a transaction, so that the connection is in use and idle at once when it breaks.
    const work = database.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      pid.resolve(rows[0]?.pid ?? 0);
      await ended.promise;
      await sql`select 1`.execute(transaction);
    });
    await terminate(await pid.promise);
    ended.resolve();
    await assert.rejects(work);
    assert.equal((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows[0]?.one, 1);
    await database.close();
  });

  it("is waited for at the start, and the reason is reported", async () => {
    const target = new URL(await postgres.createDatabase());
    const port = await findFreePort();
    const waits: string[] = [];
    let proxy: Promise<Server> | undefined;
    const database = await open(`postgres://postgres@127.0.0.1:${port}${target.pathname}`, (reason) => {
      waits.push(reason);
      proxy ??= startProxy(port, Number(target.port));
    });
    assert.match(waits[0] ?? "", /ECONNREFUSED/);
    await database.close();
    (await proxy)?.close();
  });

  it("is not waited for if it refuses the login: that is a wrong configuration", async () => {
    const target = new URL(postgres.url);
    target.pathname = "/no_such_database";
    await assert.rejects(open(target.href), {
      name: "ConfigError",
      message: /^DATABASE_URL does not work: .*no_such_database.*\.$/,
    });
  });

  it("does not let a query hang for ever behind a lock", async () => {
    const url = await postgres.createDatabase();
    const database = await open(url);
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
    `.execute(database.db);
    for (const { name, setting } of rows) assert.ok(Number(setting) > 0, `${name} is ${setting}`);
    assert.equal(rows.length, 3);
    await database.close();
  });

  it("compiles no query, however much PostgreSQL expects it to take", async () => {
    const database = await open(await postgres.createDatabase());
    const { rows } = await sql<{ jit: string }>`show jit`.execute(database.db);
    assert.equal(rows[0]?.jit, "off");
    await database.close();
  });

  async function terminate(pid: number): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("select pg_terminate_backend($1)", [pid]);
    await client.end();
  }
});

/** The server as it comes up: another port that leads to it. */
async function startProxy(port: number, targetPort: number): Promise<Server> {
  const server = createServer((socket) => {
    const upstream = connect(targetPort, "127.0.0.1");
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on("error", () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
