import type { Clock } from "@agent-registry/service";
import type { IndexStatus } from "./index-store.ts";

/** A head that was seen a moment ago and is being read is no reason to call the index behind. */
const GRACE_MS = 10_000;

export type StatusBoard = ReturnType<typeof createStatusBoard>;

type StatusBoardOptions = { clock: Clock; keptBlocks: number; pollIntervalMs: number };

/** Where the indexing process notes how it stands, for whoever asks. */
export function createStatusBoard({ clock, keptBlocks, pollIntervalMs }: StatusBoardOptions) {
  let indexedBlock: number | null = null;
  let head: { number: number; timestamp: number } | null = null;
  let lastAnswerAtMs: number | null = null;
  let hasReachedHead = false;
  let lastCaughtUpAtMs: number | null = null;
  let rewinds = 0;
  let problem: string | null = "No RPC node has answered yet";

  const readLag = () => (head === null ? 0 : head.number - (indexedBlock ?? 0));

  function compare(): void {
    if (readLag() > keptBlocks) hasReachedHead = false;
  }

  /** Counted from when it last was whole: after an outage the lag is older than the moment it shows. */
  function isBehind(): boolean {
    return readLag() > 0 && clock.now() - (lastCaughtUpAtMs ?? 0) > pollIntervalMs + GRACE_MS;
  }

  return {
    headSeen(header: { number: number; timestamp: number }): void {
      lastAnswerAtMs = clock.now();
      head = { number: header.number, timestamp: header.timestamp };
      compare();
    },
    /** A node answered that is behind what we have from others. */
    answered(): void {
      lastAnswerAtMs = clock.now();
    },
    indexed(block: number): void {
      indexedBlock = block;
      compare();
    },
    reachedHead(): void {
      hasReachedHead = true;
      lastCaughtUpAtMs = clock.now();
      problem = null;
    },
    /** How often blocks were taken back, as the database counts it. */
    rewound(times: number): void {
      rewinds = times;
    },
    /** The index is empty, or about to be: nothing in it may be shown. */
    startedOver(): void {
      hasReachedHead = false;
      lastCaughtUpAtMs = null;
      indexedBlock = null;
      head = null;
    },
    /** What the process that indexed until now last published; for its successor. */
    restore(status: IndexStatus): void {
      indexedBlock = status.indexedBlock;
      if (status.headBlock !== null && status.headTimestamp !== null) {
        head = { number: status.headBlock, timestamp: status.headTimestamp };
      }
      lastAnswerAtMs = status.lastAnswerAtMs;
      lastCaughtUpAtMs = status.lastCaughtUpAtMs ?? null;
      hasReachedHead = status.isCaughtUp;
      rewinds = status.epoch ?? 0;
      problem = status.problem;
    },
    failed(reason: string): void {
      problem = reason;
    },
    read(): IndexStatus {
      const isCaughtUp = hasReachedHead && !isBehind();
      const [headBlock, headTimestamp] = [head?.number ?? null, head?.timestamp ?? null];
      const syncing = `The index is at block ${indexedBlock ?? 0} of ${headBlock ?? "an unknown number"}`;
      return {
        indexedBlock,
        headBlock,
        headTimestamp,
        lastAnswerAtMs,
        isCaughtUp,
        // Never since the last new start: long ago, whatever a caller remembers of an earlier index.
        lastCaughtUpAtMs: lastCaughtUpAtMs ?? 0,
        epoch: rewinds,
        problem: problem ?? (isCaughtUp ? null : syncing),
      };
    },
  };
}
