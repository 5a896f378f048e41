import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { startPostgres, type TestPostgres } from "@agent-registry/testkit";
import { type Kysely, sql } from "kysely";
import { createDataDir } from "../testing/test-index.ts";
import { createTables } from "./migrations/0001-tables.ts";
import { migrations } from "./migrations.ts";
import { type IndexSchema, TABLES } from "./schema.ts";

const TYPES = { sqlite: { int: "INTEGER", text: "TEXT" }, postgres: { int: "int8", text: "text" } };

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres?.stop());

for (const engine of ["sqlite", "postgres"] as const) {
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

    it("a database of the first release keeps its data through all migrations", async () => {
      const old = await open({ "0001-tables": createTables });
      await sql`update sync_state set epoch = 7, rewinds = 3, block_number = 41`.execute(old.db);
      await old.close();
      const { db, close } = await open();
      const state = await db
        .selectFrom("sync_state")
        .select(["leader_term", "rewinds", "block_number"])
        .executeTakeFirst();
      await close();
      assert.deepEqual({ ...state }, { leader_term: 7, rewinds: 3, block_number: 41 });
    });
  });
}

type Columns = Record<string, Record<string, { type: string; isNullable: boolean }>>;

async function readColumns(db: Kysely<IndexSchema>): Promise<Columns> {
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !name.startsWith("index_migration"),
  );
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
