import { existsSync } from "node:fs";
import path from "node:path";
import { openSqliteFile, toKyselyDatabase } from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import type { LeaderSession } from "../../index/apply/leader-session.ts";
import { createPostgresLoad } from "../../index/apply/postgres-leader.ts";
import { createSqliteLoad } from "../../index/apply/sqlite-leader.ts";
import { type IndexSchema, TABLES } from "../../index/schema.ts";
import { columnsOf, SnapshotError, type SnapshotTable } from "../format.ts";
import { openClient } from "../open-client.ts";

const LINES_AT_ONCE = 1_000;

export type IndexDatabase = { databaseUrl?: string | undefined; dataDir: string };

/** The index at one moment: all that is read from it is of one transaction. */
export type IndexSource = {
  db: Kysely<IndexSchema>;
  load: LeaderSession["load"];
  /**
   * The rows of a table in the order of its key, many at a time; of filings only those up to `last`. Each is the line
   * that the snapshot has for it, written by the database: its values do not have to become JavaScript's on the way.
   */
  readLines(table: SnapshotTable, last?: number): AsyncIterable<string[]>;
  close(): Promise<void>;
};

export function openIndexSource({ databaseUrl, dataDir }: IndexDatabase): Promise<IndexSource> {
  return databaseUrl === undefined ? openSqliteSource(dataDir) : openPostgresSource(databaseUrl);
}

type Selection = {
  table: SnapshotTable;
  last: number | undefined;
  /** The line of a row, in SQL. */
  line: string;
};

function toSelect({ table, last, line }: Selection): string {
  const key = TABLES[table].key;
  const where = last === undefined ? "" : ` where ${key[0]} <= ${last}`;
  return `select ${line} from ${table}${where} order by ${key.join(", ")}`;
}

/** Both engines escape in texts what `JSON.stringify` escapes, and nothing else. */
const toSqliteLine = (table: SnapshotTable): string => `json_array(${columnsOf(table).join(", ")})`;

/** Put together, since PostgreSQL's own arrays of JSON have spaces after their commas. */
function toPostgresLine(table: SnapshotTable): string {
  const values = Object.entries<string>(TABLES[table].columns).map(([column, type]) => {
    const value = type.startsWith("int") ? column : `to_json(${column})`;
    // Otherwise `concat_ws` would leave it out.
    return type.endsWith("?") ? `coalesce(${value}::text, 'null')` : value;
  });
  return `'[' || concat_ws(',', ${values.join(", ")}) || ']'`;
}

async function openSqliteSource(dataDir: string): Promise<IndexSource> {
  const file = path.join(dataDir, "index.sqlite");
  if (!existsSync(file)) throw new SnapshotError(`There is no index in ${dataDir}`);
  const sqlite = openSqliteFile(file, { readOnly: true });
  sqlite.exec("begin");
  const db = new Kysely<IndexSchema>({ dialect: new SqliteDialect({ database: toKyselyDatabase(sqlite) }) });
  return {
    db,
    load: createSqliteLoad(sqlite),
    async *readLines(table, last) {
      const select = sqlite.prepare(toSelect({ table, last, line: toSqliteLine(table) }));
      select.setReturnArrays(true);
      let lines: string[] = [];
      for (const [line] of select.iterate() as Iterable<unknown> as Iterable<[string]>) {
        lines.push(line);
        if (lines.length < LINES_AT_ONCE) continue;
        yield lines;
        lines = [];
      }
      yield lines;
    },
    close: () => db.destroy(),
  };
}

async function openPostgresSource(databaseUrl: string): Promise<IndexSource> {
  const { client, db, close } = await openClient({ databaseUrl, name: "agent-registry-snapshot" });
  try {
    // For this transaction alone, since a pooler may hand the connection to others.
    await client.query(`begin isolation level repeatable read read only; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    load: createPostgresLoad((text, values) => client.query(text, values)),
    async *readLines(table, last) {
      const select = toSelect({ table, last, line: toPostgresLine(table) });
      await client.query(`declare lines no scroll cursor for ${select}`);
      function fetchNext(): Promise<{ rows: [string][] }> {
        const fetched = client.query<[string]>({
          text: `fetch ${LINES_AT_ONCE} from lines`,
          rowMode: "array",
        });
        // The loop below awaits this promise and throws its error. If the file cannot be written, the loop has ended before.
        fetched.catch(() => {});
        return fetched;
      }
      let fetching = fetchNext();
      for (;;) {
        const { rows } = await fetching;
        if (rows.length === 0) break;
        // The server works on the next ones while these are compressed.
        fetching = fetchNext();
        yield rows.map(([line]) => line);
      }
      await client.query("close lines");
    },
    close,
  };
}
