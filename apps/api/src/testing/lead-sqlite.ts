import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createSqliteLeader } from "../index/apply/sqlite-leader.ts";
import { createDataDir, inspect } from "./test-index.ts";

/** An empty index in a temporary SQLite file, and the session of the process that may write to it. */
export async function leadSqlite() {
  const dataDir = await createDataDir();
  const database = await inspect({ dataDir });
  assert.ok(database.sqlite);
  const lockFile = path.join(dataDir, "index.lock");
  const leader = createSqliteLeader({ sqlite: database.sqlite, lockFile, leaseMs: 3_600_000 });
  const session = await leader.tryLead({ freeForMs: 0 });
  assert.ok(session);
  return {
    db: database.db,
    session,
    async close(): Promise<void> {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type LedSqlite = Awaited<ReturnType<typeof leadSqlite>>;
