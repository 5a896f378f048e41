import type { Clock, Logger } from "@agent-registry/service";
import type { ChainReader } from "../chain/chain-reader.ts";
import type { BlockRef } from "../chain/read-range.ts";
import type { IndexWriter } from "../index-store/write/index-writer.ts";
import type { IndexMetrics } from "./index-metrics.ts";
import type { SyncStatus } from "./sync-status.ts";

export type SyncOptions = {
  registryAddress: string;
  startBlock?: number | undefined;
  /**
   * Blocks count as settled, are read in ranges and are not taken back one by one, if they are both so many blocks
   * and so many seconds below the head.
   */
  keptBlocks: number;
  keptSeconds: number;
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
  /** The other configured nodes, asked if this one's answer is in doubt. */
  others: ChainReader[];
  writer: IndexWriter;
  /** Whether some other node has this block; asked before the index is thrown away. */
  isKnownToOtherNodes: (block: BlockRef) => Promise<boolean>;
};
