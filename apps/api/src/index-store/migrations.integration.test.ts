import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { type Kysely, sql } from "kysely";
import { findAgents } from "../testing/find-agents.ts";
import { createDataDir, dumpTables } from "../testing/test-index.ts";
import { createTables } from "./migrations/0001-tables.ts";
import { migrations } from "./migrations.ts";
import { type AgentRow, type IndexSchema, REPLAYED_TABLES, TABLES } from "./schema.ts";
import { isUniqueViolation } from "./write/unique-violation.ts";

const TYPES = { sqlite: { int: "INTEGER", text: "TEXT" }, postgres: { int: "int8", text: "text" } };

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`migrations (${engine})`, () => {
    let dataDir: string;
    let databaseUrl: string | undefined;
    beforeEach(async () => {
      dataDir = await createDataDir();
      databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
    });
    afterEach(() => rm(dataDir, { recursive: true, force: true }));

    const open = (steps = migrations) =>
      openDatabase<IndexSchema>({ databaseUrl, dataDir, fileName: "index.sqlite", migrations: steps });

    it("all migrations make exactly the tables and columns of TABLES: if you change TABLES, add a migration and leave the released ones alone", async () => {
      const { db, close } = await open();
      const found = await readColumns(db);
      await close();
      assert.deepEqual(found, toExpectedColumns(TYPES[engine]));
    });

    it("a database of the first release is emptied, since it lacks what the parties said, and keeps its leader term", async () => {
      const old = await open({ "0001-tables": createTables });
      await sql`update sync_state set epoch = 7, rewinds = 3, block_number = 41`.execute(old.db);
      await sql`update sync_status set is_caught_up = 1, caught_up_at_ms = 5`.execute(old.db);
      await writeOldAgent(old.db);
      await old.close();
      const { db, close } = await open();
      const dump = await dumpTables(db);
      const state = await db
        .selectFrom("sync_state")
        .innerJoin("sync_status", "sync_status.id", "sync_state.id")
        .select(["leader_term", "rewinds", "block_number", "is_caught_up", "caught_up_at_ms"])
        .executeTakeFirst();
      await close();
      assert.deepEqual(
        { ...state },
        { leader_term: 7, rewinds: 5, block_number: null, is_caught_up: 0, caught_up_at_ms: null },
      );
      assert.deepEqual(dump, Object.fromEntries(REPLAYED_TABLES.map((table) => [table, []])));
    });

    it("blocks that were remembered before their times were kept stay, and count as old", async () => {
      const old = await open(until("0003"));
      await sql`insert into blocks values (41, '0x41', 1, 1)`.execute(old.db);
      await old.close();
      const { db, close } = await open(until("0008"));
      const blocks = await db.selectFrom("blocks").select(["number", "hash", "timestamp"]).execute();
      await close();
      assert.deepEqual(
        blocks.map((row) => ({ ...row })),
        [{ number: 41, hash: "0x41", timestamp: 0 }],
      );
    });

    it("an index from before filings had the hash of their block is emptied, to be filled anew", async () => {
      const old = await open(until("0008"));
      await sql`insert into filings values (1, 1, 0, null, 40, 0, '', 5, '', 0, '{}')`.execute(old.db);
      await sql`insert into blocks values (41, '0x41', 1, 1, 5)`.execute(old.db);
      await sql`update sync_state set rewinds = 3, block_number = 41`.execute(old.db);
      await old.close();
      const { db, close } = await open();
      const dump = await dumpTables(db);
      const state = await db.selectFrom("sync_state").select(["rewinds", "block_number"]).execute();
      await close();
      assert.deepEqual(dump, Object.fromEntries(REPLAYED_TABLES.map((table) => [table, []])));
      assert.deepEqual({ ...state[0] }, { rewinds: 4, block_number: null });
    });

    if (engine === "postgres") {
      const addAgent = (db: Kysely<IndexSchema>, agentId: number) =>
        db
          .insertInto("agents")
          .values({ ...toRow(agentId, 1), operational_scope: `Order ${agentId}` })
          .execute();

      it("the scopes of an index that was filled before they had a table of their own are all in it", async () => {
        const old = await open(until("0013"));
        for (const agentId of [1, 2]) await addAgent(old.db, agentId);
        await old.close();
        const { db, close } = await open();
        // As a leader does that started before the migration.
        await addAgent(db, 3);
        const scopes = await sql`select agent_id, scope from agent_search order by agent_id`.execute(db);
        await close();
        assert.deepEqual(
          scopes.rows,
          [1, 2, 3].map((agentId) => ({ agent_id: agentId, scope: `order ${agentId}` })),
        );
      });

      it("a server without trigrams is searched all the same", async () => {
        const old = await open(until("0013"));
        await sql`drop extension pg_trgm cascade`.execute(old.db);
        await old.close();
        const { db, close } = await open();
        for (const agentId of [1, 2]) await addAgent(db, agentId);
        const found = await findAgents({ db, engine }, "order 2");
        await close();
        assert.deepEqual(found, [2]);
      });
    }

    it("a wallet is bound to one record at most, and may be released from many", async () => {
      const { db, close } = await open();
      const add = (agentId: number, isReleased: 0 | 1) =>
        db.insertInto("agents").values(toRow(agentId, isReleased));
      await add(1, 1).execute();
      await add(2, 1).execute();
      await add(3, 0).execute();
      await assert.rejects(() => add(4, 0).execute(), isUniqueViolation);
      await close();
    });
  });
}

/** The migrations up to this number. */
function until(number: string): typeof migrations {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, 4) <= number));
}

type Columns = Record<string, Record<string, { type: string; isNullable: boolean }>>;

/** What the engines have each in its own way, or one alone: what searches look through, and shared rate limits. */
const OF_ONE_ENGINE = /^(?:index_migration|agent_search|rate_windows$)/;

async function readColumns(db: Kysely<IndexSchema>): Promise<Columns> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !OF_ONE_ENGINE.test(name));
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map((column) => [column.name, { type: column.dataType, isNullable: column.isNullable }]),
      ),
    ]),
  );
}

function toExpectedColumns(types: { int: string; text: string }): Columns {
  const toColumn = (declared: string) => ({
    type: declared.startsWith("int") ? types.int : types.text,
    isNullable: declared.endsWith("?"),
  });
  return Object.fromEntries(
    Object.entries(TABLES).map(([table, { columns }]) => [
      table,
      Object.fromEntries(Object.entries(columns).map(([name, declared]) => [name, toColumn(declared)])),
    ]),
  );
}

/** A row of each kind that the first release wrote. */
async function writeOldAgent(db: Kysely<IndexSchema>): Promise<void> {
  await sql`insert into agents values
    (1, '', '', '0x1', '', '', '', 0, 0, 0, 0, 5, 5, 0, 0, 1, 0, 1, 0)`.execute(db);
  await sql`insert into filings values (1, 1, 0, null, 40, 0, '', 5, '', 0, '{}')`.execute(db);
  await sql`insert into agent_counts values ('status', '0', 1)`.execute(db);
  await sql`insert into attestation_counts values (1, 5, 1)`.execute(db);
  await sql`insert into revenue_totals values ('currency', 'EUR', '1', 1)`.execute(db);
  await sql`insert into revenue_periods values ('day', 0, 'EUR', '1', 1)`.execute(db);
  await sql`insert into agent_revenue values (1, 'EUR', '1', 1)`.execute(db);
  await sql`insert into blocks values (41, '0x41', 1, 1)`.execute(db);
}

/** Agents of one and the same wallet. */
function toRow(agentId: number, isReleased: 0 | 1): AgentRow {
  const columns = Object.entries(TABLES.agents.columns).map(([name, type]) => [
    name,
    type.startsWith("int") ? 0 : "",
  ]);
  return { ...(Object.fromEntries(columns) as AgentRow), agent_id: agentId, wallet_released: isReleased };
}
