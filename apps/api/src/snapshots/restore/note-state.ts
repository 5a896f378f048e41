import { type Kysely, sql } from "kysely";
import { type IndexSchema, REPLAYED_TABLES } from "../../index-store/schema.ts";
import { SnapshotError } from "../format.ts";
import type { RestoredState } from "./restore-target.ts";

export async function expectEmpty(db: Kysely<IndexSchema>): Promise<void> {
  for (const table of REPLAYED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new SnapshotError("The database is not empty: a snapshot is restored into an empty one alone");
  }
}

/** The snapshot's block is the checkpoint from which the next leader goes on. */
export async function noteState(db: Kysely<IndexSchema>, state: RestoredState): Promise<void> {
  const { lastSequence, lastAgentId, block } = state;
  await db
    .insertInto("blocks")
    .values({ ...block, last_sequence: lastSequence, last_agent_id: lastAgentId })
    .execute();
  await db
    .updateTable("sync_state")
    .set({
      chain_id: state.chainId,
      registry_address: state.registryAddress,
      genesis_hash: state.genesisHash,
      start_block: state.startBlock,
      block_number: block.number,
      // What was answered from an earlier index is void, and who led before must not go on writing.
      rewinds: sql`rewinds + 1`,
      leader_term: sql`leader_term + 1`,
    })
    .execute();
  await db.updateTable("sync_status").set({ is_caught_up: 0, caught_up_at_ms: null }).execute();
}
