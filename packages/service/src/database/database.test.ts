import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { type TestPostgres, usePostgres } from "@agent-registry/testkit";
import { sql } from "kysely";
import { type MigrationStep, openDatabase } from "./database.ts";
import { trySqliteLock } from "./sqlite.ts";

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
    postgres = await usePostgres();
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

  it("keeps a SQLite file, and what lies beside it, from other users", async () => {
    const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    const folder = path.join(dataDir, "new", "private");
    const options = { dataDir: folder, fileName: "notes.sqlite", migrations: { "0001-create": createNotes } };
    const first = await openDatabase<Schema>(options);
    trySqliteLock(path.join(folder, "lock"))?.release();
    const names = (await readdir(folder)).toSorted();
    assert.deepEqual(names, ["lock", "notes.sqlite", "notes.sqlite-shm", "notes.sqlite-wal"]);
    for (const name of names) assert.equal(await modeOf(path.join(folder, name)), "600", name);
    for (const made of [folder, path.dirname(folder)]) assert.equal(await modeOf(made), "700");
    await first.close();

    // What is there already stays as its owner wants it.
    await chmod(folder, 0o750);
    await chmod(path.join(folder, "notes.sqlite"), 0o640);
    await (await openDatabase<Schema>(options)).close();
    assert.equal(await modeOf(folder), "750");
    assert.equal(await modeOf(path.join(folder, "notes.sqlite")), "640");
  });

  it("lets several processes migrate one PostgreSQL database at once", async () => {
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

describe("openDatabase with a DATA_DIR that cannot be used", () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "agent-registry-unusable-"));
    await writeFile(path.join(root, "file"), "not a database, and not a folder");
    await mkdir(path.join(root, "folder", "notes.sqlite"), { recursive: true });
    await mkdir(path.join(root, "garbage"));
    await writeFile(path.join(root, "garbage", "notes.sqlite"), "not a database".repeat(1_000));
  });
  after(() => rm(root, { recursive: true }));

  const open = (dataDir: string, migrations: Record<string, MigrationStep> = {}) =>
    openDatabase({ dataDir, fileName: "notes.sqlite", migrations });

  const unusable = {
    name: "ConfigError",
    message: /^DATA_DIR does not work: \S+notes\.sqlite cannot be .+\.$/,
  };

  for (const [kind, folder] of [
    ["a file is in its place", "file"],
    ["a file is above it", "file/below"],
    ["a folder is in the database's place", "folder"],
    ["what is there is no database", "garbage"],
  ] as const) {
    it(`says so if ${kind}`, () => assert.rejects(open(path.join(root, folder)), unusable));
  }

  it("says so if no folder can be made there", () =>
    assert.rejects(open("/proc/agent-registry/data"), unusable));

  it("says so if the database may be read but not written", () =>
    assert.rejects(
      open(path.join(root, "readonly"), {
        "0001-lock": (db) => sql`pragma query_only = on`.execute(db).then(() => {}),
        "0002-create": createNotes,
      }),
      unusable,
    ));

  it("makes the missing folders, even if several processes start at once", async () => {
    const dataDir = path.join(root, "a", "b", "c");
    const opened = await Promise.all([open(dataDir), open(dataDir)]);
    for (const database of opened) await database.close();
  });

  it("does not blame it for a migration that is wrong", () =>
    assert.rejects(
      open(path.join(root, "fine"), { "0001-wrong": (db) => sql`no sql`.execute(db).then(() => {}) }),
      { name: "Error", message: "The database could not be brought up to date" },
    ));
});
