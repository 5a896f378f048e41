import type { Clock, Logger } from "@agent-registry/service";
import type { ChainReader } from "../chain/chain-reader.ts";
import type { BlockRef } from "../chain/read-range.ts";
import type { IndexWriter } from "../index-store/write/index-writer.ts";
import type { IndexMetrics } from "./index-metrics.ts";
import type { SyncStatus } from "./sync-status.ts";

export type SyncOptions = {
  registryAddress: string;
  startBlock?: number | undefined;
  /** How far below the head blocks count as settled: read in ranges, and not taken back one by one. */
  keptBlocks: number;
  /** One transaction's worth of events; the API answers in between. */
  batchEvents: number;
  /** How long a node may be behind the index before its shorter chain counts as a reorganisation. */
  lagGracePeriodMs: number;
  pollIntervalMs: number;
  syncStatus: SyncStatus;
  metrics: IndexMetrics;
  logger: Logger;
  clock: Clock;
};

/** What one sync step works with: one node to read from, and the index to write to. */
export type SyncContext = {
  reader: ChainReader;
  writer: IndexWriter;
  /** Whether some other node has this block; asked before the index is thrown away. */
  isKnownToOtherNodes: (block: BlockRef) => Promise<boolean>;
};
