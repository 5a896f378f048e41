import { type Engine, openSqliteFile, toKyselyDatabase } from "@agent-registry/service";
import { Kysely, SqliteDialect, sql } from "kysely";
import type { IndexedAgent } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

const CHUNK = 1_000;

/**
 * All agents by attestation, from one snapshot: an agent that attests meanwhile must not come twice. On SQLite
 * that takes a connection of its own, since the shared one also writes.
 */
export async function* streamAgents(options: {
  engine: Engine;
  slow: Kysely<IndexSchema>;
  file: string;
}): AsyncGenerator<IndexedAgent[]> {
  const { engine, slow, file } = options;
  const isSqlite = engine === "sqlite";
  const db = isSqlite ? openReadOnly(file) : slow;
  try {
    const start = db.startTransaction();
    // SQLite has only this level, and does not know its name.
    const transaction = await (isSqlite ? start : start.setIsolationLevel("repeatable read")).execute();
    try {
      yield* readChunks(transaction);
    } finally {
      await transaction.rollback().execute();
    }
  } finally {
    if (isSqlite) await db.destroy();
  }
}

async function* readChunks(db: Kysely<IndexSchema>): AsyncGenerator<IndexedAgent[]> {
  let last = { attestation: -1, id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom("agents")
      .selectAll()
      .where(sql<boolean>`(last_attestation, agent_id) > (${last.attestation}, ${last.id})`)
      .orderBy("last_attestation")
      .orderBy("agent_id")
      .limit(CHUNK)
      .execute();
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = { attestation: newest.last_attestation, id: newest.agent_id };
    yield rows.map(toIndexedAgent);
  }
}

function openReadOnly(file: string): Kysely<IndexSchema> {
  const connection = openSqliteFile(file, { readOnly: true });
  return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) });
}
