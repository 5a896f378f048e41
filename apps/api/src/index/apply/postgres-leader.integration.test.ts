import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it, mock } from "node:test";
import { type TestPostgres, usePostgres, waitUntil } from "@agent-registry/testkit";
import pg from "pg";
import { LEASE_MS, type LeaderDatabase, openLeaderDatabase } from "../../testing/leader-database.ts";
import { testLeaderWrites } from "../../testing/test-leader-writes.ts";
import { lead, testLeadership, toBlocks } from "../../testing/test-leadership.ts";
import { testPublishedStatus } from "../../testing/test-published-status.ts";
import { createPostgresLeader } from "./postgres-leader.ts";

describe("the leader (postgres)", () => {
  let postgres: TestPostgres;
  let index: LeaderDatabase;
  let databaseUrl: string;
  let operator: pg.Client;
  before(async () => {
    postgres = await usePostgres();
    databaseUrl = await postgres.createDatabase();
    index = await openLeaderDatabase(databaseUrl);
    operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
  });
  beforeEach(() => index.reset());
  after(async () => {
    await operator?.end();
    await index?.close();
    await postgres?.stop();
  });

  testLeadership(() => index);
  testLeaderWrites(() => index);
  testPublishedStatus(() => index);

  const IS_CONNECTED = "application_name = 'agent-registry-index' and datname = current_database()";

  it("leaves no connection behind when it is closed", async () => {
    const countConnections = async () =>
      (await operator.query(`select 1 from pg_stat_activity where ${IS_CONNECTED}`)).rowCount;
    const leader = createPostgresLeader({ databaseUrl, leaseMs: LEASE_MS });
    await lead(leader);
    assert.notEqual(await countConnections(), 0);
    await leader.close();
    // Unused connections end by themselves at some time, so that they are gone alone proves little.
    await assert.rejects(leader.isFree(), /after calling end/);
    await waitUntil(async () => (await countConnections()) === 0);
  });

  it("leads on although every transaction comes over another connection, as through a pooler", async () => {
    const endConnections = () =>
      operator.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${IS_CONNECTED}`);
    const session = await lead(await index.createLeader());
    for (const number of [1, 2, 3]) {
      assert.ok(((await endConnections()).rowCount ?? 0) > 0);
      await session.transact([toBlocks(number)]);
    }
    assert.equal((await operator.query("select 1 from blocks")).rowCount, 3);
  });

  it("a row that a hanging leader has locked is passed over at once, not waited for", async () => {
    const leader = await index.createLeader();
    await operator.query("begin; select leader_term from sync_state for update");
    try {
      assert.equal(await leader.isFree(), true);
      assert.equal(await leader.tryLead({ freeForMs: 0 }), null);
    } finally {
      await operator.query("rollback");
    }
    await lead(leader);
  });

  it("a connection on which not even the rollback works is not used again", async () => {
    const session = await lead(await index.createLeader());
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    const failing = mock.method(pg.Client.prototype, "query", function (this: pg.Client, ...args: unknown[]) {
      return args[0] === "rollback" ? Promise.reject(new Error("No answer")) : query.apply(this, args);
    } as never);
    try {
      // The reason is that of the write, not that of the rollback.
      await assert.rejects(session.transact([toBlocks(1, 1)]), { code: "23505" });
    } finally {
      failing.mock.restore();
    }
    await session.transact([toBlocks(1)]);
    assert.equal((await operator.query("select 1 from blocks")).rowCount, 1);
  });

  it("gives up without an error if the database is out of reach: the lease runs out by itself", async () => {
    const leader = await index.createLeader();
    const session = await lead(leader);
    await operator.query("alter table sync_state rename to sync_state_away");
    try {
      await session.release();
    } finally {
      await operator.query("alter table sync_state_away rename to sync_state");
    }
    assert.equal(await leader.isFree(), false);
  });
});
