import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import type { Kysely } from "kysely";
import { createDataDir } from "../testing/test-index.ts";
import { isUniqueViolation } from "./apply/leader-session.ts";
import { migrations } from "./migrations.ts";
import { type AgentRow, type IndexSchema, TABLES } from "./schema.ts";

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

    it("a database that a newer version has migrated is refused", async () => {
      const newer = await open({ ...migrations, "9999-newer": async () => {} });
      await newer.close();
      await assert.rejects(open(), { message: "The database could not be brought up to date" });
    });

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

/** Agents of one and the same wallet. */
function toRow(agentId: number, isReleased: 0 | 1): AgentRow {
  const columns = Object.entries(TABLES.agents.columns).map(([name, type]) => [
    name,
    type.startsWith("int") ? 0 : "",
  ]);
  return { ...(Object.fromEntries(columns) as AgentRow), agent_id: agentId, wallet_released: isReleased };
}
