import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { Place } from "../open-index.ts";

const TICKS_A_SECOND = 100;

export async function readDatabaseBytes({ dataDir, databaseUrl }: Place): Promise<number> {
  if (databaseUrl === undefined) return (await stat(path.join(dataDir, "index.sqlite"))).size;
  const [row] = await query<{ bytes: string }>(
    databaseUrl,
    "select pg_database_size(current_database()) as bytes",
  );
  return Number(row?.bytes);
}

export async function readPostgresVersion(databaseUrl: string): Promise<string> {
  const [row] = await query<{ server_version: string }>(databaseUrl, "show server_version");
  return `PostgreSQL ${row?.server_version}`;
}

/** Does now what PostgreSQL would do by itself in the next minutes, so that it is not measured. */
export async function settleDatabase({ databaseUrl }: Place): Promise<void> {
  if (databaseUrl === undefined) return;
  for (const statement of ["vacuum (analyze)", "checkpoint"]) await query(databaseUrl, statement);
}

/** The processor time of all connections' processes; they stay while requests go on. */
export async function readDatabaseSeconds(databaseUrl: string | undefined): Promise<number> {
  if (databaseUrl === undefined) return 0;
  const rows = await query<{ pid: number }>(
    databaseUrl,
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  let ticks = 0;
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name, in brackets, may hold spaces. User and system time are the 14th and 15th value.
    const values = text.slice(text.lastIndexOf(")") + 2).split(" ");
    ticks += Number(values[11] ?? 0) + Number(values[12] ?? 0);
  }
  return ticks / TICKS_A_SECOND;
}

async function query<Row extends object>(databaseUrl: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
