import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { DATABASE_NOW_MS } from "../../index/apply/leader-session.ts";
import { ADD_TO_SEARCH } from "../../index/stored-values.ts";
import { columnsOf, SNAPSHOT_TABLES, SnapshotError, type SnapshotTable, type ValueRow } from "../format.ts";
import { openClient } from "../open-client.ts";
import { expectEmpty, noteState, type RestoreTarget, readSearchRows } from "./note-state.ts";

/** Takes the row that leaders lock: while this transaction is open, no process begins to lead. */
const LOCK = `select lease_until_ms > ${DATABASE_NOW_MS.postgres} as is_led from sync_state for update nowait`;
const LOCK_NOT_AVAILABLE = "55P03";
/** How long to wait for the tables, which a query of another process may be reading. */
const LOCK_TIMEOUT_MS = 15_000;
const IS_USED = "A process uses this database: stop it first";
/** What searches look through is no part of a snapshot: it follows from the agents. */
const TABLES = [...SNAPSHOT_TABLES, "agent_search"];

export async function openPostgresTarget(databaseUrl: string): Promise<RestoreTarget> {
  const connection = await openClient({ databaseUrl, name: "agent-registry-restore" });
  const { client, db } = connection;
  let copy: ({ table: SnapshotTable } & ReturnType<typeof startCopyIn>) | undefined;

  async function close(): Promise<void> {
    await copy?.abandon();
    copy = undefined;
    await client.query("rollback").catch(() => {});
    await connection.close();
  }

  let indexes: string[];
  try {
    await begin(client);
    await expectEmpty(db);
    indexes = await dropIndexes(client);
    // Emptied in this transaction, the tables can take rows that are frozen already, and need no vacuum afterwards.
    await client.query(`truncate ${TABLES.join(", ")}`);
  } catch (error) {
    await close();
    throw isLocked(error) ? new SnapshotError(IS_USED, { cause: error }) : error;
  }

  async function endCopy(): Promise<void> {
    await copy?.end();
    copy = undefined;
  }

  return {
    db,
    async insert(table, rows) {
      if (copy?.table !== table) {
        await endCopy();
        const statement = `copy ${table} (${columnsOf(table).join(", ")}) from stdin with (freeze)`;
        copy = { table, ...startCopyIn(client, statement) };
      }
      await copy.write(rows);
    },
    async complete(state) {
      await endCopy();
      for await (const rows of readSearchRows(db, state)) await client.query(ADD_TO_SEARCH.postgres, [rows]);
      for (const statement of indexes) await client.query(statement);
      await noteState(db, state);
      for (const table of TABLES) await client.query(`analyze ${table}`);
    },
    async commit() {
      await client.query("commit");
    },
    close,
  };
}

async function begin(client: pg.ClientBase): Promise<void> {
  await client.query(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local maintenance_work_mem = '256MB'`);
  const { rows } = await client.query<{ is_led: boolean }>(LOCK);
  if (rows[0]?.is_led !== false) throw new SnapshotError(IS_USED);
}

const isLocked = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/** All but those of keys: to make an index of many rows is several times as quick as to add the rows one by one. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
      where indrelid = any ($1::regclass[]) and not indisprimary`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** One COPY FROM STDIN, several times as quick as inserting: the rows go to the server as text. */
export function startCopyIn(client: pg.ClientBase, statement: string) {
  const stream = client.query(copyFrom(statement));
  let isOver = false;
  const done = finished(stream).finally(() => {
    isOver = true;
  });
  // The rejection is handled where the promise is awaited.
  done.catch(() => {});

  return {
    async write(rows: ValueRow[]): Promise<void> {
      // It has failed meanwhile, by a row or with the connection: the stream takes no more.
      if (isOver) await done;
      if (!stream.write(toCopyText(rows))) await Promise.race([once(stream, "drain"), done]);
      // A socket that takes everything at once never lets Node read what the server says, such as that a row is wrong.
      await setImmediate();
    },
    async end(): Promise<void> {
      if (!isOver) stream.end();
      await done;
    },
    async abandon(): Promise<void> {
      if (!isOver) stream.destroy(new Error("The restore was given up"));
      await done.catch(() => {});
    },
  };
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** PostgreSQL's text format: a line for each row, tabs between values, and `\N` for null. */
function toCopyText(rows: ValueRow[]): string {
  let text = "";
  for (const row of rows) {
    for (let place = 0; place < row.length; place += 1) {
      const value = row[place];
      if (place > 0) text += "\t";
      if (value === null || value === undefined) text += "\\N";
      else if (typeof value === "number" || !SPECIAL.test(value)) text += value;
      else text += value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
    }
    text += "\n";
  }
  return text;
}
