import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { Kysely, SqliteDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { ConfigError } from "../config/config.ts";
import { openPostgres, type PostgresConnections } from "./postgres-pool.ts";
import { openSqliteFile, toKyselyDatabase } from "./sqlite.ts";

export type Engine = "sqlite" | "postgres";

/** One step of a schema's life. Written once, never changed after it has run anywhere. */
export type MigrationStep = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

export type Database<Schema> = {
  db: Kysely<Schema>;
  engine: Engine;
  /** The connection under `db`, for the rare query that must not pay for a builder. */
  sqlite?: DatabaseSync;
  runPrepared?: PostgresConnections<Schema>["runPrepared"];
  close(): Promise<void>;
};

type OpenOptions = {
  /** PostgreSQL if given, else a SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Such as `index.sqlite`; its stem also names the migration tables. */
  fileName: string;
  /** By name, run in the order of the names. */
  migrations: Record<string, MigrationStep>;
  maxConnections?: number;
  /** SQLite: each commit waits for the disk. For what cannot be rebuilt after a power cut. */
  isDurable?: boolean;
  /** Called with the reason each time the start has to wait: PostgreSQL may come up after the service. */
  onWait?: (reason: string) => void;
};

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/** Opens a service's database and brings its schema up to date. */
export async function openDatabase<Schema>(options: OpenOptions): Promise<Database<Schema>> {
  const { databaseUrl, maxConnections = 10 } = options;
  const database: Database<Schema> =
    databaseUrl === undefined
      ? openSqlite<Schema>(options)
      : { engine: "postgres", ...openPostgres<Schema>({ databaseUrl, maxConnections }) };
  try {
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_RETRY_MS)) {
      const outage = await migrate(database, options);
      if (outage === undefined) return database;
      options.onWait?.(outage);
      await setTimeout(delayMs);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openSqlite<Schema>({ dataDir, fileName, isDurable = false }: OpenOptions): Database<Schema> {
  const file = path.join(dataDir, fileName);
  let sqlite: DatabaseSync;
  try {
    sqlite = openSqliteFile(file, { isDurable });
  } catch (error) {
    throw toUnusable(file, error);
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
  return { db, engine: "sqlite", sqlite, close: () => db.destroy() };
}

/** Several processes may start at once: one migrates, the others wait. Returns an outage's reason. */
async function migrate<Schema>(
  { engine, db }: Database<Schema>,
  options: OpenOptions,
): Promise<string | undefined> {
  const { databaseUrl, dataDir, fileName } = options;
  const error = await (databaseUrl === undefined
    ? runMigrations(db, engine, options)
    : migratePostgres(databaseUrl, options));
  if (error === undefined) return undefined;
  if (engine === "postgres") {
    const { code = "", message } = error as { code?: string; message: string };
    if (isOutage(error)) return `${code} ${message}`.trim();
    if (REFUSALS.test(code))
      throw new ConfigError(`DATABASE_URL does not work: ${message}.`, { cause: error });
  }
  if (isFileProblem(error)) throw toUnusable(path.join(dataDir, fileName), error);
  throw new Error("The database could not be brought up to date", { cause: error });
}

/** On SQLite Kysely's migrator locks the whole file. */
async function runMigrations<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { fileName, migrations }: OpenOptions,
): Promise<unknown> {
  const stem = path.parse(fileName).name;
  const migrator = new Migrator({
    db,
    migrationTableName: `${stem}_migration`,
    migrationLockTableName: `${stem}_migration_lock`,
    provider: {
      async getMigrations() {
        const steps: Record<string, Migration> = {};
        for (const [name, step] of Object.entries(migrations)) {
          steps[name] = { up: (connection) => step(connection, engine) };
        }
        return steps;
      },
    },
  });
  return (await migrator.migrateToLatest()).error;
}

/** The number by which Kysely's migrators find each other, in earlier versions of the services, too. */
const MIGRATION_LOCK = "3853314791062309107";

/**
 * All in one transaction, which ends with its lock. The migrator would take a lock of the connection, and a pooler that
 * gives every transaction another one would keep it for good.
 */
async function migratePostgres(databaseUrl: string, options: OpenOptions): Promise<unknown> {
  // An index on a large table takes longer than any query may.
  const { db, close } = openPostgres({ databaseUrl, maxConnections: 1, queryTimeoutMs: 0 });
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(transaction);
      const error = await runMigrations(transaction, "postgres", options);
      if (error !== undefined) throw error;
    });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await close();
  }
}

/** PostgreSQL's codes for a user or a password that is wrong, and a database that is not there. */
const REFUSALS = /^(?:28...|3D000)$/;
/** Its codes for a server that is starting, stopping or full, and the system's for one that is out of reach. */
const OUTAGES =
  /^(?:08...|53...|57P0.|ECONN.*|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|EPIPE)$/;

export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string") return OUTAGES.test(code);
  return /timeout|terminated unexpectedly/i.test(String(message));
}

/** SQLite's codes for a file that may not be written, cannot be read, has no room, or is no database. */
const FILE_PROBLEMS = new Set([3, 8, 10, 13, 14, 26]);

export function isFileProblem(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  // The low byte; what stands above it only says more.
  return typeof errcode === "number" && FILE_PROBLEMS.has(errcode & 0xff);
}

function toUnusable(file: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ConfigError(`DATA_DIR does not work: ${file} cannot be opened and written (${reason}).`, {
    cause,
  });
}

/**
 * PostgreSQL's codes for a login that it refuses, what took too long, a query that a replica ended to follow its
 * primary, and a server that is being stopped or has no disk.
 */
const POSTGRES_FAILURES = /^(?:28...|3D000|25P0[34]|40001|55P03|57...|58...)$/;
/** What pg says, without a code, of a connection that is gone. */
const LOST_CONNECTION = /connection (?:terminated|error|ended)|not queryable|timeout/i;
/** SQLite's codes for a file that another process keeps, and for one that is damaged. */
const SQLITE_FAILURES = new Set([5, 6, 11]);

/** Whether the database could not do its work, and not that it was asked something wrong. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isOutage(error) || isFileProblem(error)) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return SQLITE_FAILURES.has(errcode & 0xff);
  return typeof code === "string" ? POSTGRES_FAILURES.test(code) : LOST_CONNECTION.test(error.message);
}
