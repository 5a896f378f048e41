import type { Clock, Logger } from "@agent-registry/service";
import type { BlockHeader } from "../../chain/block-header.ts";
import type { ChainReader } from "../../chain/chain-reader.ts";
import type { IndexWriter } from "../apply/index-writer.ts";
import type { IndexMetrics } from "./index-metrics.ts";
import type { SyncStatus } from "./sync-status.ts";

export type SyncOptions = {
  registryAddress: string;
  startBlock?: number | undefined;
  /**
   * Blocks count as settled, are read in ranges and are not taken back one by one, if they are both
   * `keptBlocks` and `keptSeconds` below the head.
   */
  keptBlocks: number;
  keptSeconds: number;
  /** One transaction's worth of events; the API answers in between. */
  batchEvents: number;
  pollIntervalMs: number;
  syncStatus: SyncStatus;
  metrics: IndexMetrics;
  logger: Logger;
  clock: Clock;
};

/** What one sync step works with: one node to read from, and the index to write to. */
export type SyncContext = {
  /** The newest block that the nodes agree on. */
  head: BlockHeader;
  /** A newer one, if they agree on one by now and this step's node has it. */
  findNewerHead: () => Promise<BlockHeader | undefined>;
  reader: ChainReader;
  /** The other nodes that have the head, asked if this one's answer is in doubt. */
  others: ChainReader[];
  writer: IndexWriter;
};
