import { type Kysely, sql } from "kysely";
import type { IndexedAgent } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { openSnapshot, type SnapshotSource } from "./open-snapshot.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

const CHUNK = 1_000;

/** All agents by attestation, from one snapshot: an agent that attests meanwhile must not come twice. */
export async function* streamAgents(source: SnapshotSource): AsyncGenerator<IndexedAgent[]> {
  const snapshot = await openSnapshot(source);
  try {
    yield* readChunks(snapshot.db);
  } finally {
    await snapshot.close();
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
