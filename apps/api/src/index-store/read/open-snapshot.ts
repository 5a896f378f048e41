import { type Engine, openSqliteFile, toKyselyDatabase } from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import type { IndexSchema } from "../schema.ts";

export type SnapshotSource = { engine: Engine; slow: Kysely<IndexSchema>; file: string };

/**
 * The whole index as it is at one moment, for reads of many rows. On SQLite that takes a connection of its own, since the
 * shared one also writes.
 */
export async function openSnapshot({ engine, slow, file }: SnapshotSource) {
  const isSqlite = engine === "sqlite";
  const db = isSqlite ? openReadOnly(file) : slow;
  try {
    const start = db.startTransaction();
    // SQLite has only this level, and does not know its name.
    const transaction = await (isSqlite ? start : start.setIsolationLevel("repeatable read")).execute();
    return {
      db: transaction as Kysely<IndexSchema>,
      async close(): Promise<void> {
        await transaction.rollback().execute();
        if (isSqlite) await db.destroy();
      },
    };
  } catch (error) {
    if (isSqlite) await db.destroy();
    throw error;
  }
}

function openReadOnly(file: string): Kysely<IndexSchema> {
  const connection = openSqliteFile(file, { readOnly: true });
  return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) });
}
