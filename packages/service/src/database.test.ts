import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { startPostgres, type TestPostgres } from "@agent-registry/testkit";
import { type MigrationStep, openDatabase } from "./database.ts";

type Schema = { note: { id: number; text: string; done: number } };

const createNotes: MigrationStep = async (db) => {
  await db.schema
    .createTable("note")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
};
const addNote: MigrationStep = async (db) => {
  await (db as never as import("kysely").Kysely<Schema>)
    .insertInto("note")
    .values({ id: 1, text: "from a migration", done: 1 })
    .execute();
};

describe("openDatabase", () => {
  let postgres: TestPostgres;
  let dataDir: string;
  before(async () => {
    postgres = await startPostgres();
    dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-service-"));
  });
  after(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  for (const engine of ["sqlite", "postgres"] as const) {
    it(`keeps what was written over a restart and runs each migration once (${engine})`, async () => {
      const target = {
        databaseUrl: engine === "postgres" ? await postgres.createDatabase() : undefined,
        dataDir,
        fileName: "notes.sqlite",
      };
      const first = await openDatabase<Schema>({ ...target, migrations: { "0001-create": createNotes } });
      await first.db.insertInto("note").values({ id: 2, text: "written before", done: 0 }).execute();
      await first.close();

      const second = await openDatabase<Schema>({
        ...target,
        migrations: { "0001-create": createNotes, "0002-add": addNote },
      });
      const notes = await second.db.selectFrom("note").selectAll().orderBy("id").execute();
      await second.close();
      assert.deepEqual(
        notes.map((note) => ({ ...note })),
        [
          { id: 1, text: "from a migration", done: 1 },
          { id: 2, text: "written before", done: 0 },
        ],
      );
    });
  }

  it("lets several processes' worth of openers migrate one PostgreSQL database at once", async () => {
    const databaseUrl = await postgres.createDatabase();
    const open = () =>
      openDatabase<Schema>({
        databaseUrl,
        dataDir,
        fileName: "notes.sqlite",
        migrations: { "0001-create": createNotes, "0002-add": addNote },
      });
    const opened = await Promise.all([open(), open(), open()]);
    const notes = await opened[0].db.selectFrom("note").selectAll().execute();
    assert.equal(notes.length, 1);
    await Promise.all(opened.map((database) => database.close()));
  });
});
