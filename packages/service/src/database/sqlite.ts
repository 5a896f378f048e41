import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqliteDatabase } from "kysely";

/** Enough for every query shape a service has; a bound, so that odd ones cannot pile up. */
const MAX_STATEMENTS = 256;

/**
 * Opens the file for one writer and many readers: readers never wait for a writer, and a crash
 * leaves the last committed state.
 */
export function openSqliteFile(file: string, { readOnly = false, isDurable = false } = {}): DatabaseSync {
  if (file !== ":memory:") {
    makeFolder(path.dirname(file));
    if (!readOnly) createPrivateFile(file);
  }
  const database = new DatabaseSync(file, { readOnly });
  // Order matters: without the timeout first, switching the mode fails while another process has the file.
  database.exec("PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;");
  // In WAL mode NORMAL can lose the last commits with the power, never consistency, and it survives kill -9.
  // That is enough for what can be rebuilt from the chain, not for what only this file knows.
  const synchronous = isDurable ? "FULL" : "NORMAL";
  if (!readOnly) database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  return database;
}

/**
 * Creates the file for this user alone unless it is there; SQLite would create it for all to read. What SQLite puts
 * beside it (`-wal`, `-shm`) has the file's own mode.
 */
export function createPrivateFile(file: string): void {
  // To append: another process may have written to it in the meantime.
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
}

/** Step by step: Node's recursive mkdir never ends if the system cannot create a parent of the folder. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}

/** Lets Kysely drive node:sqlite. */
export function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, { prepared: StatementSync; reader: boolean }>();
  return {
    close: () => database.close(),
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        const prepared = database.prepare(sql);
        statement = { prepared, reader: prepared.columns().length > 0 };
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statements.set(sql, statement);
      }
      const { prepared, reader } = statement;
      return {
        reader,
        all: (parameters) => prepared.all(...toValues(parameters)),
        run: (parameters) => prepared.run(...toValues(parameters)),
        // A statement that is being iterated cannot serve anyone else, so this one is not shared.
        iterate: (parameters) =>
          database.prepare(sql).iterate(...toValues(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

type SqliteValue = null | number | bigint | string | Uint8Array;

/** SQLite has no booleans. */
function toValues(parameters: readonly unknown[]): SqliteValue[] {
  return parameters.map((value) => (typeof value === "boolean" ? Number(value) : (value as SqliteValue)));
}

const SQLITE_BUSY = 5;

/** Another connection holds the lock that was needed. */
export function isSqliteBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY;
}

/**
 * Takes the exclusive lock on an empty SQLite file; null if another process holds it. The operating system
 * frees the lock when the process ends, however it ends, so nothing has to be cleaned up and the file may
 * stay. Keep the returned object: if it is garbage collected, the lock is freed.
 */
export function trySqliteLock(file: string): { release(): void } | null {
  // A user who can read the file can lock it, too, and keep all other processes out.
  createPrivateFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isSqliteBusy(error)) return null;
    throw error;
  }
  return { release: () => lock.close() };
}
