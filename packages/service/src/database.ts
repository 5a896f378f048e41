import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
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

/** How a PostgreSQL connection of ours reads values: whole numbers as SQLite gives them. */
const POSTGRES_TYPES = {
  getTypeParser: ((oid: number, format: never) =>
    oid === pg.types.builtins.INT8
      ? parseInt8
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
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
/** No caller waits longer for an answer. A process that hangs while it holds a lock loses the lock, too. */
const QUERY_TIMEOUT_MS = 15_000;

/** Opens a service's database and brings its schema up to date. */
export async function openDatabase<Schema>(options: OpenOptions): Promise<Database<Schema>> {
  const database =
    options.databaseUrl === undefined ? openSqlite<Schema>(options) : openPostgres<Schema>(options);
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

function openPostgres<Schema>({ databaseUrl = "", maxConnections = 10 }: OpenOptions): Database<Schema> {
  const pool = openPostgresPool({ databaseUrl, maxConnections });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: "postgres", pool, close: () => db.destroy() };
}

type PoolOptions = {
  databaseUrl: string;
  maxConnections: number;
  /** Queries that take longer are ended; 0: none is. */
  queryTimeoutMs?: number;
};

/** Connections for one kind of query: what another kind does cannot use them up. */
export function openPostgresPool(options: PoolOptions): pg.Pool {
  const { databaseUrl, maxConnections, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const limits = [
    `set statement_timeout = ${queryTimeoutMs}`,
    `set lock_timeout = ${queryTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${QUERY_TIMEOUT_MS}`,
  ].join("; ");
  return createPostgresPool({
    connectionString: databaseUrl,
    max: maxConnections,
    // Never shorter than the server's own limit, after which the connection is still of use.
    query_timeout: queryTimeoutMs === 0 ? 0 : QUERY_TIMEOUT_MS,
    // Not in the connection's parameters, which poolers refuse. The pool hands the connection out only after this.
    onConnect: async (client) => {
      await client.query(limits);
    },
  });
}

/** Connections without limits of their own, for who sets them in each transaction. */
export function createPostgresPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: POSTGRES_TYPES,
    ...config,
  });
  // The pool replaces a broken connection, and a query on it fails by itself. Without a listener the error event
  // would end the process, and the pool itself listens only while the connection is idle.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Whole numbers come as numbers, as SQLite gives them; only what does not fit stays a bigint. */
function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Kysely's migrator holds a lock, so several processes may start at once. Tells of an outage instead of failing. */
async function migrate<Schema>(
  database: Database<Schema>,
  { databaseUrl, dataDir, fileName, migrations }: OpenOptions,
): Promise<string | undefined> {
  const { engine } = database;
  // An index on a large table takes longer than any query may.
  const db =
    databaseUrl === undefined
      ? database.db
      : new Kysely<Schema>({
          dialect: new PostgresDialect({
            pool: openPostgresPool({ databaseUrl, maxConnections: 1, queryTimeoutMs: 0 }),
          }),
        });
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
  if (db !== database.db) await db.destroy();
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
