/** How the index stands towards the chain; routes refuse to answer from an index that may be old. */
export type IndexStatus = {
  /** The newest block whose events are all applied. */
  indexedBlock: number | null;
  /** The newest block that the RPC nodes have given, and its time in seconds. */
  headBlock: number | null;
  headTimestamp: number | null;
  /** Our clock, in ms, when an RPC node last answered the leading process. Null: never yet. */
  lastAnswerAtMs: number | null;
  /** Whether everything up to the head is applied. */
  isCaughtUp: boolean;
  /**
   * Our clock, in ms, when everything up to the then newest head was last applied; 0 if never since the index
   * was last built. Shows whether the index lacks a head of a moment ago, or has been behind for an hour.
   */
  lastCaughtUpAtMs: number;
  /** Whether the index has never been complete since it was last emptied. */
  isBuilding: boolean;
  /** How often applied blocks were taken back (reorganisation, reset): answers from before are then void. */
  rewindCount: number;
  /** How many agents are not answered for, because their records in index and contract differ. */
  doubtfulAgents?: number;
  /** Why the index is not caught up, in words without credentials, for /ready and RPC failure messages. */
  problem: string | null;
  /** Our clock, in ms, when the leading process last published its status. Null: never yet. */
  lastReportAtMs: number | null;
  /** How far a read replica lags behind the database that is written, if that is further than it may. */
  replicaBehindMs?: number | undefined;
  /** Whether the database failed when this process last needed it, so that the rest may be out of date. */
  isDatabaseGone: boolean;
  /** Whether no block has a majority of the RPC nodes that answer. */
  nodesDisagree: boolean;
  /** Our clock, in ms, when two or more nodes last were found to have the same block. Null: never yet, or one node. */
  lastComparedAtMs: number | null;
  /** Whether the chain's headers have fields that we do not know, so that hashes cannot be recomputed. */
  areHashesUnchecked: boolean;
};

/** Of an index that no process is known to have filled. */
export const EMPTY_STATUS: IndexStatus = {
  indexedBlock: null,
  headBlock: null,
  headTimestamp: null,
  lastAnswerAtMs: null,
  isCaughtUp: false,
  lastCaughtUpAtMs: 0,
  isBuilding: true,
  rewindCount: 0,
  problem: "The index is not built yet",
  lastReportAtMs: null,
  isDatabaseGone: false,
  nodesDisagree: false,
  lastComparedAtMs: null,
  areHashesUnchecked: false,
};
