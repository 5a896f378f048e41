import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { type Database, systemClock } from "@agent-registry/service";
import { type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { sql } from "kysely";
import pg from "pg";
import { pad } from "viem";
import type { RegistryEvent } from "../../chain/registry-event.ts";
import { createSharedStatus } from "../../sync/shared-status.ts";
import { createSyncStatus } from "../../sync/sync-status.ts";
import { testAddress } from "../../testing/memory-index.ts";
import { createDataDir, dumpTables, inspect } from "../../testing/test-index.ts";
import { testRegistration } from "../../testing/test-registration.ts";
import type { IndexSchema } from "../schema.ts";
import { createIndexWriter } from "./index-writer.ts";
import { type Leader, type LeaderSession, LostLeadership, type WriteOp } from "./leader-session.ts";
import { createPostgresLeader } from "./postgres-leader.ts";
import { createSqliteLeader } from "./sqlite-leader.ts";

const LEASE_MS = 3_600_000;
const HASH = pad("0x01", { size: 32 });
const SOMEBODY = testAddress(0xa1).toLowerCase();
const ONE_BLOCK = {
  op: "insert",
  table: "blocks",
  rows: [{ number: 1, hash: HASH, timestamp: 1, last_sequence: 0, last_agent_id: 0 }],
} satisfies WriteOp;
const registered: RegistryEvent = {
  agentId: 1,
  actor: SOMEBODY,
  blockNumber: 5,
  logIndex: 0,
  transactionHash: HASH,
  timestamp: 5,
  ...testRegistration(),
};

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of ["sqlite", "postgres"] as const) {
  describe(`the leader (${engine})`, () => {
    let dataDir: string;
    let databaseUrl: string | undefined;
    let databases: Database<IndexSchema>[];
    let leaders: Leader[];
    let db: Database<IndexSchema>["db"];
    beforeEach(async () => {
      dataDir = await createDataDir();
      databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      [databases, leaders] = [[], []];
      db = (await open()).db;
    });
    afterEach(async () => {
      for (const leader of leaders) await leader.close();
      for (const database of databases) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    async function open(): Promise<Database<IndexSchema>> {
      const database = await inspect({ dataDir, databaseUrl });
      databases.push(database);
      return database;
    }

    /** One for each process: with a connection of its own to the same database. */
    async function createLeader(): Promise<Leader> {
      const { sqlite } = await open();
      const lockFile = path.join(dataDir, "index.lock");
      const leader =
        sqlite === undefined
          ? createPostgresLeader({ databaseUrl: databaseUrl ?? "", leaseMs: LEASE_MS })
          : createSqliteLeader({ sqlite, lockFile, leaseMs: LEASE_MS });
      leaders.push(leader);
      return leader;
    }

    async function lead(leader: Leader): Promise<LeaderSession> {
      const session = await leader.tryLead({ freeForMs: 0 });
      assert.ok(session);
      return session;
    }

    const readState = () => db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
    const countBlocks = async () => (await db.selectFrom("blocks").selectAll().execute()).length;
    /** As if the leader had not renewed its lease for so long. */
    const letLeaseEnd = (agoMs: number) =>
      db
        .updateTable("sync_state")
        .set({ lease_until_ms: Date.now() - agoMs })
        .execute();
    const isLost = (error: unknown) => error instanceof LostLeadership;

    it("writes nothing once the term was raised behind its back, and does not renew the lease", async () => {
      const session = await lead(await createLeader());
      await letLeaseEnd(0);
      await sql`update sync_state set leader_term = leader_term + 1`.execute(db);
      const before = await readState();
      await assert.rejects(session.transact([ONE_BLOCK]), isLost);
      assert.deepEqual({ ...(await readState()) }, { ...before });
      assert.equal(await countBlocks(), 0);
    });

    it("writes nothing after it gave the leadership up, even if nobody has taken it", async () => {
      const leader = await createLeader();
      const session = await lead(leader);
      await session.release();
      await assert.rejects(session.transact([ONE_BLOCK]), isLost);
      assert.equal(await countBlocks(), 0);
      assert.equal(await leader.isFree(), true);
    });

    it("another process takes over when the lease has run out, and not before", async () => {
      const [first, second] = [await createLeader(), await createLeader()];
      const session = await lead(first);
      assert.equal(await second.isFree(), false);
      assert.equal(await second.tryLead({ freeForMs: 0 }), null);
      await letLeaseEnd(1);
      assert.equal(await second.isFree(), true);
      const { leader_term: termBefore } = await readState();
      await (await lead(second)).transact([ONE_BLOCK]);
      assert.equal((await readState()).leader_term, termBefore + 1);
      await assert.rejects(session.transact([{ ...ONE_BLOCK, op: "upsert" }]), isLost);
      assert.equal(await first.isFree(), false);
    });

    it("every transaction renews the lease, so that a leader at work is not replaced", async () => {
      const [first, second] = [await createLeader(), await createLeader()];
      const session = await lead(first);
      await letLeaseEnd(1_000);
      await session.transact([]);
      assert.equal(await second.tryLead({ freeForMs: 0 }), null);
      assert.ok((await readState()).lease_until_ms > Date.now() + LEASE_MS / 2);
    });

    it("a process that is to let others try takes only what has been free for long enough", async () => {
      const [first, second] = [await createLeader(), await createLeader()];
      await (await lead(first)).release();
      assert.equal(await second.tryLead({ freeForMs: 60_000 }), null);
      await letLeaseEnd(61_000);
      assert.ok(await second.tryLead({ freeForMs: 60_000 }));
    });

    it("each kind of write does what it says, and no more", async () => {
      const session = await lead(await createLeader());
      const row = (number: number, hash: string) => ({
        number,
        hash,
        timestamp: number,
        last_sequence: 0,
        last_agent_id: 0,
      });
      const table = "blocks" as const;
      const [a, b] = ["0xaa", "0xbb"];
      const after = async (...ops: WriteOp[]) => {
        await session.transact(ops);
        const rows = await db.selectFrom("blocks").selectAll().orderBy("number").execute();
        return rows.map((found) => [found.number, found.hash, found.timestamp]);
      };
      const four = [1, 2, 3, 4].map((number) => row(number, a));
      const all = four.map(({ number, hash }) => [number, hash, number]);
      assert.deepEqual(await after({ op: "insert", table, rows: four }), all);
      await assert.rejects(session.transact([{ op: "insert", table, rows: [row(4, b)] }]));
      assert.deepEqual(await after(), all);
      const upserted = { op: "upsert", table, rows: [row(4, b), row(5, b)] } satisfies WriteOp;
      assert.deepEqual((await after(upserted)).slice(2), [
        [3, a, 3],
        [4, b, 4],
        [5, b, 5],
      ]);
      // Only the named columns, only of rows that exist.
      const updated = [
        { number: 1, hash: b, timestamp: 9 },
        { number: 7, hash: b },
      ];
      const columns = ["hash" as const];
      assert.deepEqual((await after({ op: "update", table, rows: updated, columns }))[0], [1, b, 1]);
      const remaining = async (op: WriteOp) => (await after(op)).map(([number]) => number);
      const keys = [{ number: 2 }, { number: 7 }];
      assert.deepEqual(await remaining({ op: "delete", table, keys }), [1, 3, 4, 5]);
      for (const op of ["insert", "upsert"] as const)
        assert.deepEqual(await remaining({ op, table, rows: [] }), [1, 3, 4, 5]);
      assert.deepEqual(await remaining({ op: "update", table, rows: [], columns }), [1, 3, 4, 5]);
      assert.deepEqual(await remaining({ op: "delete", table, keys: [] }), [1, 3, 4, 5]);
      const column = "number" as const;
      assert.deepEqual(await remaining({ op: "delete-above", table, column, limit: 4 }), [1, 3, 4]);
      assert.deepEqual(await remaining({ op: "delete-below", table, column, limit: 3 }), [3, 4]);
      const loaded = await session.load(table, [{ number: 4 }, { number: 9 }], ["number", "hash"]);
      assert.deepEqual(
        loaded.map((found) => ({ ...found })),
        [{ number: 4, hash: b }],
      );
      assert.deepEqual(await session.load(table, [], ["number"]), []);
      assert.deepEqual(await remaining({ op: "clear", table }), []);
    });

    it("rows with keys of several columns are told apart by all of them", async () => {
      const session = await lead(await createLeader());
      const table = "agent_counts" as const;
      const rows = [
        { kind: "status", name: "0", agents: 1 },
        { kind: "status", name: "1", agents: 2 },
        { kind: "generation", name: "0", agents: 3 },
      ];
      await session.transact([{ op: "insert", table, rows }]);
      await session.transact([
        { op: "upsert", table, rows: [{ kind: "status", name: "0", agents: 7 }] },
        { op: "delete", table, keys: [{ kind: "status", name: "1" }] },
      ]);
      const keys = rows.map(({ kind, name }) => ({ kind, name }));
      const loaded = await session.load(table, keys, ["kind", "name", "agents"]);
      assert.deepEqual(loaded.map(({ kind, name, agents }) => [kind, name, agents]).toSorted(), [
        ["generation", "0", 3],
        ["status", "0", 7],
      ]);
    });

    it("what is not known leaves the moment that was published before", async () => {
      const session = await lead(await createLeader());
      const values = { head_block: 7, head_timestamp: 70, is_caught_up: 1, problem: "a problem" };
      const publish = (
        agesMs: Record<"answered_at_ms" | "caught_up_at_ms" | "published_at_ms", number | null>,
      ) => session.transact([{ op: "publish", table: "sync_status", values, agesMs }]);
      const read = async () => ({
        ...(await db.selectFrom("sync_status").selectAll().executeTakeFirstOrThrow()),
      });
      await publish({ answered_at_ms: 1_000, caught_up_at_ms: 2_000, published_at_ms: 0 });
      const first = await read();
      // PostgreSQL looks at its clock for each of them.
      const assertAge = (atMs: number | null, ageMs: number) => {
        const foundMs = (first.published_at_ms ?? 0) - (atMs ?? 0);
        assert.ok(Math.abs(foundMs - ageMs) < 500, `${foundMs} for ${ageMs}`);
      };
      assertAge(first.answered_at_ms, 1_000);
      assertAge(first.caught_up_at_ms, 2_000);
      await publish({ answered_at_ms: null, caught_up_at_ms: null, published_at_ms: 0 });
      const { published_at_ms: _published, ...second } = await read();
      const { published_at_ms: _before, ...before } = first;
      assert.deepEqual(second, before);
      assert.deepEqual(before.head_block, 7);
      assert.deepEqual([before.is_caught_up, before.problem, before.head_timestamp], [1, "a problem", 70]);
    });

    /** Refuses one row of a table, as a full disk or a lost connection would. */
    async function refuse(name: string, table: string, condition: string): Promise<void> {
      const statement =
        engine === "postgres"
          ? `alter table ${table} add constraint ${name} check (not (${condition}))`
          : `create trigger ${name} before ${table === "sync_state" ? "update" : "insert"} on ${table}
             when new.${condition} begin select raise(abort, '${name}'); end`;
      await sql.raw(statement).execute(db);
    }
    const acceptAgain = (name: string, table: string) =>
      sql
        .raw(engine === "postgres" ? `alter table ${table} drop constraint ${name}` : `drop trigger ${name}`)
        .execute(db);

    it("a transaction that fails half-way leaves neither events nor checkpoint, whichever fails", async () => {
      const session = await lead(await createLeader());
      const writer = createIndexWriter({ session, db, keptBlocks: 256, keptSeconds: 600 });
      const identity = { registryAddress: SOMEBODY, chainId: 1, genesisHash: HASH, startBlock: 1 };
      await writer.startOver({ identity, anchor: { number: 4, hash: HASH, timestamp: 4 } });
      const read = async () => ({ tables: await dumpTables(db), block: (await readState()).block_number });
      const apply = () =>
        writer.apply({ events: [registered], blocks: [{ number: 5, hash: HASH, timestamp: 5 }] });
      const before = await read();
      for (const [name, table, condition] of [
        ["no_block", "blocks", "number = 5"],
        ["no_checkpoint", "sync_state", "block_number = 5"],
        ["no_event", "filings", "agent_id = 1"],
      ] as const) {
        await refuse(name, table, condition);
        await assert.rejects(apply(), new RegExp(name));
        assert.deepEqual(await read(), before, name);
        await acceptAgain(name, table);
      }
      await apply();
      assert.equal((await read()).block, 5);
    });

    it("what a follower reads is as old as the leader published it, even if their clocks differ", async () => {
      const session = await lead(await createLeader());
      await sql`update sync_state set registry_address = ${SOMEBODY}, block_number = 7`.execute(db);
      const shared = { db, engine, registryAddress: SOMEBODY };
      const leaderClock = { now: () => 1_000_000 };
      const syncStatus = createSyncStatus({ clock: leaderClock, pollIntervalMs: 1 });
      const published = {
        ...syncStatus.read(),
        lastAnswerAtMs: leaderClock.now() - 40_000,
        lastCaughtUpAtMs: leaderClock.now() - 50_000,
      };
      const startedAtMs = performance.now();
      const leaderStatus = createSharedStatus({ ...shared, clock: leaderClock });
      await session.transact([leaderStatus.toPublishOp(published)]);
      for (const errorMs of [0, 3_600_000, -3_600_000]) {
        const followerClock = { now: () => Date.now() + errorMs };
        const status = await createSharedStatus({ ...shared, clock: followerClock }).read();
        const nowMs = followerClock.now();
        const passedMs = performance.now() - startedAtMs;
        // Moments are rounded to milliseconds, when they are written and when they are read.
        const assertAge = (atMs: number | null, ageMs: number) => {
          const foundMs = nowMs - (atMs ?? 0);
          assert.ok(foundMs >= ageMs - 2 && foundMs <= ageMs + passedMs + 2, `${foundMs} for ${ageMs}`);
        };
        assertAge(status.lastAnswerAtMs, 40_000);
        assertAge(status.lastCaughtUpAtMs, 50_000);
        assertAge(status.lastReportAtMs, 0);
      }
    });

    it("a follower learns that the index is built anew from the transaction that empties it", async () => {
      const session = await lead(await createLeader());
      const writer = createIndexWriter({ session, db, keptBlocks: 256, keptSeconds: 600 });
      const identity = { registryAddress: SOMEBODY, chainId: 1, genesisHash: HASH, startBlock: 1 };
      await writer.startOver({ identity, anchor: { number: 4, hash: HASH, timestamp: 4 } });
      const clock = systemClock;
      const shared = createSharedStatus({ db, engine, registryAddress: SOMEBODY, clock });
      const syncStatus = createSyncStatus({ clock, pollIntervalMs: 1 });
      const publishAndRead = async () => {
        await session.transact([shared.toPublishOp(syncStatus.read())]);
        const { isBuilding, isCaughtUp } = await shared.read();
        return { isBuilding, isCaughtUp };
      };
      syncStatus.headSeen({ number: 4, timestamp: 4 });
      syncStatus.indexed(4);
      syncStatus.reachedHead();
      assert.deepEqual(await publishAndRead(), { isBuilding: false, isCaughtUp: true });
      await writer.clear();
      const { isBuilding, isCaughtUp } = await shared.read();
      assert.deepEqual({ isBuilding, isCaughtUp }, { isBuilding: true, isCaughtUp: false });
      syncStatus.startedOver();
      assert.deepEqual(await publishAndRead(), { isBuilding: true, isCaughtUp: false });
    });
  });
}

it("a follower goes on reading while a SQLite leader is stopped in the middle of a write", async () => {
  const dataDir = await createDataDir();
  const [stopped, follower] = [await inspect({ dataDir }), await inspect({ dataDir })];
  assert.ok(stopped.sqlite && follower.sqlite);
  const lockFile = path.join(dataDir, "index.lock");
  const leader = createSqliteLeader({ sqlite: follower.sqlite, lockFile, leaseMs: LEASE_MS });
  try {
    stopped.sqlite.exec("begin immediate");
    assert.equal(await leader.tryLead({ freeForMs: 0 }), null);
    stopped.sqlite.exec("rollback");
    assert.ok(await leader.tryLead({ freeForMs: 0 }));
  } finally {
    await stopped.close();
    await follower.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe("the leader through a pooler", () => {
  it("leads on although every transaction comes over another connection", async () => {
    const databaseUrl = await postgres.createDatabase();
    const { close } = await inspect({ databaseUrl, dataDir: "" });
    const leader = createPostgresLeader({ databaseUrl, leaseMs: LEASE_MS });
    const operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
    const endConnections = () =>
      operator.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'agent-registry-index' and datname = current_database()",
      );
    try {
      const session = await leader.tryLead({ freeForMs: 0 });
      for (const number of [1, 2, 3]) {
        assert.ok(((await endConnections()).rowCount ?? 0) > 0);
        const rows = [{ number, hash: HASH, timestamp: number, last_sequence: 0, last_agent_id: 0 }];
        await session?.transact([{ op: "insert", table: "blocks", rows }]);
      }
      assert.equal((await operator.query("select 1 from blocks")).rowCount, 3);
      await session?.release();
    } finally {
      await operator.end();
      await leader.close();
      await close();
    }
  });

  it("a row that a hanging leader has locked is passed over at once, not waited for", async () => {
    const databaseUrl = await postgres.createDatabase();
    const { close } = await inspect({ databaseUrl, dataDir: "" });
    const leader = createPostgresLeader({ databaseUrl, leaseMs: LEASE_MS });
    const hanging = new pg.Client({ connectionString: databaseUrl });
    await hanging.connect();
    try {
      await hanging.query("begin; select leader_term from sync_state for update");
      assert.equal(await leader.isFree(), true);
      assert.equal(await leader.tryLead({ freeForMs: 0 }), null);
      await hanging.query("rollback");
      assert.ok(await leader.tryLead({ freeForMs: 0 }));
    } finally {
      await hanging.end();
      await leader.close();
      await close();
    }
  });
});
