import type { Clock } from "@agent-registry/service";
import type { Hashes } from "../../chain/block-header.ts";
import type { IndexStatus } from "../index-status.ts";

/** While a head that was just seen is being read, the index does not count as behind. */
const GRACE_PERIOD_MS = 10_000;

/** Nodes that follow the chain differ for a moment while a block is replaced. */
const DISAGREEMENT_GRACE_MS = 5_000;

export type SyncStatus = ReturnType<typeof createSyncStatus>;

type SyncStatusOptions = { clock: Clock; pollIntervalMs: number };

/** How the index stands towards the chain, as the leading process keeps it in memory. */
export function createSyncStatus({ clock, pollIntervalMs }: SyncStatusOptions) {
  let indexedBlock: number | null = null;
  let head: { number: number; timestamp: number } | null = null;
  let lastAnswerAtMs: number | null = null;
  let hasReachedHead = false;
  let lastCaughtUpAtMs = 0;
  let rewindCount = 0;
  let problem: string | null = "No RPC node has answered yet";
  let isBuilding = false;
  let isDatabaseGone = false;
  let disagreeingSinceMs: number | null = null;
  let lastComparedAtMs: number | null = null;
  let areHashesAsTold = false;

  const readLag = () => (head === null ? 0 : head.number - (indexedBlock ?? 0));

  /** Counted from when the index was last caught up: after an outage the lag is older than its first sign. */
  function isBehind(): boolean {
    return readLag() > 0 && clock.now() - lastCaughtUpAtMs > pollIntervalMs + GRACE_PERIOD_MS;
  }

  return {
    headSeen(header: { number: number; timestamp: number }): void {
      lastAnswerAtMs = clock.now();
      head = { number: header.number, timestamp: header.timestamp };
    },
    /** Most of the nodes that answered have the same block: `nodes` is their number. */
    agreed({ nodes, hashes }: { nodes: number; hashes: Hashes }): void {
      disagreeingSinceMs = null;
      areHashesAsTold = hashes === "as-told";
      if (nodes > 1) lastComparedAtMs = clock.now();
    },
    disagreed(): void {
      disagreeingSinceMs ??= clock.now();
    },
    indexed(block: number): void {
      indexedBlock = block;
    },
    reachedHead(): void {
      hasReachedHead = true;
      lastCaughtUpAtMs = clock.now();
      isBuilding = false;
      isDatabaseGone = false;
      problem = null;
    },
    /** How often blocks were taken back, as the database counts it. */
    rewound(times: number): void {
      rewindCount = times;
    },
    /** The index is empty, or about to be: no answer may come from it. */
    startedOver(): void {
      hasReachedHead = false;
      // After a rebuild the index has never been caught up, even if it was before.
      lastCaughtUpAtMs = 0;
      isBuilding = true;
      indexedBlock = null;
      head = null;
    },
    /** After a start: whether an earlier process left the index half-built. */
    resumed(found: { isBuilding: boolean }): void {
      isBuilding = found.isBuilding;
    },
    /** Takes over what the previous leader last published. */
    restore(status: IndexStatus): void {
      indexedBlock = status.indexedBlock;
      if (status.headBlock !== null && status.headTimestamp !== null) {
        head = { number: status.headBlock, timestamp: status.headTimestamp };
      }
      lastAnswerAtMs = status.lastAnswerAtMs;
      lastCaughtUpAtMs = status.lastCaughtUpAtMs;
      hasReachedHead = status.isCaughtUp;
      rewindCount = status.rewindCount;
      problem = status.problem;
      isBuilding = status.isBuilding;
      isDatabaseGone = false;
      disagreeingSinceMs = status.nodesDisagree ? Number.NEGATIVE_INFINITY : null;
      lastComparedAtMs = status.lastComparedAtMs;
      areHashesAsTold = status.areHashesAsTold;
    },
    failed(reason: string, found: { isDatabaseGone: boolean }): void {
      problem = reason;
      isDatabaseGone = found.isDatabaseGone;
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
        lastCaughtUpAtMs,
        isBuilding,
        rewindCount,
        problem: problem ?? (isCaughtUp ? null : syncing),
        lastReportAtMs: clock.now(),
        isDatabaseGone,
        nodesDisagree:
          disagreeingSinceMs !== null && clock.now() - disagreeingSinceMs >= DISAGREEMENT_GRACE_MS,
        lastComparedAtMs,
        areHashesAsTold,
      };
    },
  };
}
