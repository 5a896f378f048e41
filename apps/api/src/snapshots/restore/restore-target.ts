import type { Kysely } from "kysely";
import type { IndexSchema } from "../../index-store/schema.ts";
import type { SnapshotHeader, SnapshotTable, ValueRow } from "../format.ts";

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
