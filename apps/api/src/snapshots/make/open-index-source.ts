import { existsSync } from "node:fs";
import path from "node:path";
import { createPostgresPool, openSqliteFile, toKyselyDatabase } from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import { type IndexSchema, TABLES } from "../../index-store/schema.ts";
import { createClientDb } from "../client-db.ts";
import { columnsOf, SnapshotError, type SnapshotTable, type ValueRow } from "../format.ts";

const ROWS_AT_ONCE = 2_000;

export type IndexDatabase = { databaseUrl?: string | undefined; dataDir: string };

/** The index at one moment: all that is read from it is of one transaction. */
export type IndexSource = {
  db: Kysely<IndexSchema>;
  /** The rows of a table in the order of its key, many at a time; of filings only those up to `last`. */
  readRows(table: SnapshotTable, last?: number): AsyncIterable<ValueRow[]>;
  close(): Promise<void>;
};

export function openIndexSource({ databaseUrl, dataDir }: IndexDatabase): Promise<IndexSource> {
  return databaseUrl === undefined ? openSqliteSource(dataDir) : openPostgresSource(databaseUrl);
}

function toSelect(table: SnapshotTable, last: number | undefined): string {
  const key = TABLES[table].key;
  const where = last === undefined ? "" : ` where ${key[0]} <= ${last}`;
  return `select ${columnsOf(table).join(", ")} from ${table}${where} order by ${key.join(", ")}`;
}

async function openSqliteSource(dataDir: string): Promise<IndexSource> {
  const file = path.join(dataDir, "index.sqlite");
  if (!existsSync(file)) throw new SnapshotError(`There is no index in ${dataDir}`);
  const sqlite = openSqliteFile(file, { readOnly: true });
  sqlite.exec("begin");
  const db = new Kysely<IndexSchema>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
  return {
    db,
    async *readRows(table, last) {
      const select = sqlite.prepare(toSelect(table, last));
      select.setReturnArrays(true);
      let rows: ValueRow[] = [];
      for (const row of select.iterate()) {
        rows.push(row as unknown as ValueRow);
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    close: () => db.destroy(),
  };
}

async function openPostgresSource(databaseUrl: string): Promise<IndexSource> {
  const pool = createPostgresPool({
    connectionString: databaseUrl,
    max: 1,
    application_name: "agent-registry-snapshot",
  });
  const client = await pool.connect().catch(async (error) => {
    await pool.end();
    throw error;
  });
  async function close(): Promise<void> {
    client.release(true);
    await pool.end();
  }
  try {
    // For this transaction alone, since a pooler may hand the connection to others.
    await client.query(`begin isolation level repeatable read read only; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: createClientDb(client),
    async *readRows(table, last) {
      await client.query(`declare rows no scroll cursor for ${toSelect(table, last)}`);
      for (;;) {
        const text = `fetch ${ROWS_AT_ONCE} from rows`;
        const { rows } = await client.query<ValueRow>({ text, rowMode: "array" });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query("close rows");
    },
    close,
  };
}
