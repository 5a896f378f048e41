import {
  type Database,
  type Engine,
  openPostgres,
  openSqliteFile,
  toKyselyDatabase,
} from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import type { IndexSchema } from "../schema.ts";
import { SLOW_QUERIES_AT_ONCE, SLOW_QUERY_TIMEOUT_MS } from "../slow-queries.ts";
import { createQueryProcesses } from "./query-processes.ts";

/** Look-ups take about a millisecond, and those of wallets are sent in batches. */
const LOOKUP_CONNECTIONS = 6;

type Connections = {
  engine: Engine;
  /** For look-ups of a few rows, which must never wait for anything else. */
  lookups: Kysely<IndexSchema>;
  /** On PostgreSQL. */
  runPrepared?: NonNullable<Database<IndexSchema>["runPrepared"]>;
  /** For queries that may take long; they are ended when their time is over. */
  slow: Kysely<IndexSchema>;
  /** On SQLite, for reads of many rows, each short: a connection that is given back when it is closed. */
  openLong?(): { db: Kysely<IndexSchema>; close(): Promise<void> };
  close(): Promise<void>;
};

/** The connections that requests are answered from; none of them writes. The sync has its own. */
export function openConnections(options: { file: string; databaseUrl?: string | undefined }): Connections {
  const { file, databaseUrl } = options;
  return databaseUrl === undefined ? openFile(file) : openServer(databaseUrl);
}

function openFile(file: string): Connections {
  const lookups = openReadOnly(file);
  const slow = createQueryProcesses<IndexSchema>({
    file,
    processes: SLOW_QUERIES_AT_ONCE,
    timeoutMs: SLOW_QUERY_TIMEOUT_MS,
  });
  return {
    engine: "sqlite",
    lookups,
    slow,
    openLong() {
      const db = openReadOnly(file);
      return { db, close: () => db.destroy() };
    },
    async close() {
      await Promise.all([lookups.destroy(), slow.destroy()]);
    },
  };
}

function openServer(databaseUrl: string): Connections {
  const lookups = openPostgres<IndexSchema>({ databaseUrl, maxConnections: LOOKUP_CONNECTIONS });
  const slow = openPostgres<IndexSchema>({
    databaseUrl,
    maxConnections: SLOW_QUERIES_AT_ONCE,
    queryTimeoutMs: SLOW_QUERY_TIMEOUT_MS,
  });
  return {
    engine: "postgres",
    lookups: lookups.db,
    runPrepared: lookups.runPrepared,
    slow: slow.db,
    async close() {
      await Promise.all([lookups.close(), slow.close()]);
    },
  };
}

export function openReadOnly(file: string): Kysely<IndexSchema> {
  const connection = openSqliteFile(file, { readOnly: true });
  return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) });
}
