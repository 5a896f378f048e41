import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Database } from "@agent-registry/service";
import { sql } from "kysely";
import type { Leader } from "../index/apply/leader-session.ts";
import { createPostgresLeader } from "../index/apply/postgres-leader.ts";
import { createSqliteLeader } from "../index/apply/sqlite-leader.ts";
import { type IndexSchema, TABLES } from "../index/schema.ts";
import { createDataDir, inspect } from "./test-index.ts";

export const LEASE_MS = 3_600_000;

export type LeaderDatabase = Awaited<ReturnType<typeof openLeaderDatabase>>;

/**
 * An index for tests of who may write to it: on PostgreSQL if an address is given, else in a SQLite file. It is made once
 * and emptied for each test, since to make it takes longer than to test it.
 */
export async function openLeaderDatabase(databaseUrl?: string) {
  const dataDir = await createDataDir();
  const database = await inspect({ dataDir, databaseUrl });
  const { db, engine, sqlite } = database;
  const asMigrated = await toStatements(database);
  /** Those of the processes, in the order in which a test starts them. */
  const connections: Database<IndexSchema>[] = [];
  let leaders: Leader[] = [];
  let tests = 0;

  async function connect(process: number): Promise<DatabaseSync> {
    const connection = connections[process] ?? (await inspect({ dataDir }));
    connections[process] = connection;
    assert.ok(connection.sqlite);
    return connection.sqlite;
  }

  async function closeLeaders(): Promise<void> {
    for (const leader of leaders) await leader.close();
    leaders = [];
  }

  return {
    db,
    engine,
    database,
    /** The database's, if that is SQLite. */
    file: path.join(dataDir, "index.sqlite"),
    /** The SQLite connection of the first process or the second. */
    connect,
    /** One for each process: with a connection of its own to the same database. */
    async createLeader(): Promise<Leader> {
      const leader =
        databaseUrl === undefined
          ? createSqliteLeader({
              sqlite: await connect(leaders.length),
              // What an earlier test has locked stays locked.
              lockFile: path.join(dataDir, `index-${tests}.lock`),
              leaseMs: LEASE_MS,
            })
          : createPostgresLeader({ databaseUrl, leaseMs: LEASE_MS });
      leaders.push(leader);
      return leader;
    },
    /** As the migrations made it. */
    async reset(): Promise<void> {
      await closeLeaders();
      tests += 1;
      // All at once: each query by itself would cost PostgreSQL a round trip.
      if (sqlite === undefined) await sql.raw(asMigrated).execute(db);
      else sqlite.exec(asMigrated);
    },
    async close(): Promise<void> {
      await closeLeaders();
      for (const connection of connections) await connection.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Statements that bring every table back to the rows that it has now. */
async function toStatements({ db }: Database<IndexSchema>): Promise<string> {
  const statements: string[] = [];
  for (const table of Object.keys(TABLES)) {
    statements.push(`delete from ${table}`);
    for (const row of await db
      .selectFrom(table as "agents")
      .selectAll()
      .execute()) {
      const values = Object.values(row).map((value) => (typeof value === "string" ? `'${value}'` : value));
      statements.push(`insert into ${table} (${Object.keys(row)}) values (${values.map(String)})`);
    }
  }
  return statements.join("; ");
}
