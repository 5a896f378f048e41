import { type Kysely, sql } from "kysely";
import { type IndexSchema, REPLAYED_TABLES } from "../../index/schema.ts";
import { toSearchRows } from "../../index/stored-values.ts";
import { SnapshotError, type SnapshotHeader, type SnapshotTable, type ValueRow } from "../format.ts";

const AGENTS_AT_ONCE = 5_000;

export async function expectEmpty(db: Kysely<IndexSchema>): Promise<void> {
  for (const table of REPLAYED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0)
      throw new SnapshotError("The database is not empty: a snapshot is restored into an empty one alone");
  }
}

/** The words of all agents that were restored, for `ADD_TO_SEARCH`. */
export async function* readSearchRows(
  db: Kysely<IndexSchema>,
  { lastAgentId }: Pick<RestoredState, "lastAgentId">,
): AsyncGenerator<string> {
  for (let last = 0; last < lastAgentId; last += AGENTS_AT_ONCE) {
    const agents = await db
      .selectFrom("agents")
      .select(["agent_id", "operational_scope"])
      .where("agent_id", ">", last)
      .where("agent_id", "<=", last + AGENTS_AT_ONCE)
      .execute();
    yield toSearchRows(agents);
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
      // What was answered from an earlier index is void, and the previous leader must not go on writing.
      rewinds: sql`rewinds + 1`,
      leader_term: sql`leader_term + 1`,
    })
    .execute();
  await db.updateTable("sync_status").set({ is_caught_up: 0, caught_up_at_ms: null }).execute();
}

/** An empty index that is being filled in one transaction, which no process sees before it is committed. */
export type RestoreTarget = {
  /** Within the transaction, once all is inserted. */
  db: Kysely<IndexSchema>;
  insert(table: SnapshotTable, rows: ValueRow[]): Promise<void>;
  /** Makes the database's indexes and search table, and notes where the index stands. */
  complete(state: RestoredState): Promise<void>;
  commit(): Promise<void>;
  /** Leaves the database as it was, unless it was committed. */
  close(): Promise<void>;
};

export type RestoredState = Pick<
  SnapshotHeader,
  "chainId" | "registryAddress" | "genesisHash" | "startBlock" | "block" | "lastSequence" | "lastAgentId"
>;
