import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { ConfigError } from "./config.ts";
import { openSqliteFile, toKyselyDatabase } from "./sqlite-driver.ts";

export type Engine = "sqlite" | "postgres";

/** One step of a schema's life. Written once, never changed after it has run anywhere. */
export type MigrationStep = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

export type Database<Schema> = {
  db: Kysely<Schema>;
  engine: Engine;
  /** The connection under `db`, for the rare query that must not pay for a builder. */
  sqlite?: DatabaseSync;
  pool?: pg.Pool;
  close(): Promise<void>;
};

type OpenOptions = {
  /** PostgreSQL where given, else a SQLite file in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Such as `index.sqlite`; its stem also names the migration tables. */
  fileName: string;
  /** By name, run in the order of the names. */
  migrations: Record<string, MigrationStep>;
  maxConnections?: number;
};

/** Opens a service's database and brings its schema up to date. */
export async function openDatabase<Schema>(options: OpenOptions): Promise<Database<Schema>> {
  const database =
    options.databaseUrl === undefined ? openSqlite<Schema>(options) : openPostgres<Schema>(options);
  try {
    await migrate(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openSqlite<Schema>({ dataDir, fileName }: OpenOptions): Database<Schema> {
  const file = path.join(dataDir, fileName);
  let sqlite: DatabaseSync;
  try {
    sqlite = openSqliteFile(file);
  } catch (error) {
    throw toUnusable(file, error);
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
  return { db, engine: "sqlite", sqlite, close: () => db.destroy() };
}

function openPostgres<Schema>({ databaseUrl, maxConnections = 10 }: OpenOptions): Database<Schema> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number, format: never) =>
        oid === pg.types.builtins.INT8
          ? parseInt8
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: "postgres", pool, close: () => db.destroy() };
}

/** Whole numbers come as numbers, as SQLite gives them; only what does not fit stays a bigint. */
function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Kysely's migrator holds a lock, so several processes may start at once. */
async function migrate<Schema>(
  { db, engine }: Database<Schema>,
  { dataDir, fileName, migrations }: OpenOptions,
): Promise<void> {
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
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (isFileProblem(error)) throw toUnusable(path.join(dataDir, fileName), error);
  throw new Error("The database could not be brought up to date", { cause: error });
}

/** SQLite's codes for a file that may not be written, cannot be read, has no room, or is no database. */
const FILE_PROBLEMS = new Set([3, 8, 10, 13, 14, 26]);

function isFileProblem(error: unknown): boolean {
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
