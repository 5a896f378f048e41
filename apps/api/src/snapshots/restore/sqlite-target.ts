import path from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { isSqliteBusy, trySqliteLock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { IndexSchema } from "../../index/schema.ts";
import { ADD_TO_SEARCH } from "../../index/stored-values.ts";
import { columnsOf, SNAPSHOT_TABLES, SnapshotError, type SnapshotTable } from "../format.ts";
import { expectEmpty, noteState, type RestoreTarget, readSearchRows } from "./note-state.ts";

const SORT_KIB = 32 * 1024;
const IS_USED = "A process uses this database: stop it first";

type Options = { db: Kysely<IndexSchema>; sqlite: DatabaseSync; dataDir: string };

export async function openSqliteTarget({ db, sqlite, dataDir }: Options): Promise<RestoreTarget> {
  // A leader holds this lock for as long as it lives.
  const lock = trySqliteLock(path.join(dataDir, "index.lock"));
  if (lock === null) throw new SnapshotError(IS_USED);
  let isOpen = false;
  async function close(): Promise<void> {
    if (isOpen) sqlite.exec("rollback");
    isOpen = false;
    lock?.release();
  }
  try {
    // Pages are written once and in order, so the cache is for what indexes are sorted by. Another thread sorts
    // what this one has read while it reads on, which takes as much memory again.
    sqlite.exec(`PRAGMA cache_size = -${SORT_KIB}; PRAGMA threads = 1`);
    begin(sqlite);
    isOpen = true;
    await expectEmpty(db);
  } catch (error) {
    await close();
    throw error;
  }
  const indexes = dropIndexes(sqlite);
  const statements = new Map<SnapshotTable, StatementSync>();

  return {
    db,
    async insert(table, rows) {
      let statement = statements.get(table);
      if (statement === undefined) {
        const columns = columnsOf(table);
        const places = columns.map(() => "?").join(", ");
        statement = sqlite.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`);
        statements.set(table, statement);
      }
      for (const row of rows) statement.run(...row);
    },
    async complete(state) {
      for (const statement of indexes) sqlite.exec(statement);
      const add = sqlite.prepare(ADD_TO_SEARCH.sqlite);
      for await (const rows of readSearchRows(db, state)) add.run(rows);
      await noteState(db, state);
    },
    async commit() {
      sqlite.exec("commit");
      isOpen = false;
    },
    close,
  };
}

/**
 * With a rollback journal instead of the write-ahead log, which would be as large as the index and be copied
 * into the file afterwards. The journal keeps only what was in the file before, next to nothing, and cuts off
 * the rest if the restore fails or is killed. A process that opens the file to write sets the log again.
 */
function begin(sqlite: DatabaseSync): void {
  try {
    sqlite.exec("PRAGMA journal_mode = DELETE; begin exclusive");
  } catch (error) {
    if (isSqliteBusy(error)) throw new SnapshotError(IS_USED);
    throw error;
  }
}

/** To make an index of many rows is several times as quick as to add the rows to it one by one. */
function dropIndexes(sqlite: DatabaseSync): string[] {
  const places = SNAPSHOT_TABLES.map(() => "?").join(", ");
  // Those that belong to a key have no statement.
  const indexes = sqlite
    .prepare(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${places})`,
    )
    .all(...SNAPSHOT_TABLES);
  for (const { name } of indexes) sqlite.exec(`drop index "${String(name)}"`);
  return indexes.map(({ sql }) => String(sql));
}
