import type { Clock } from "@agent-registry/service";
import type { Hashes } from "../../chain/block-header.ts";
import { EMPTY_STATUS, type IndexStatus } from "../index-status.ts";

/** While a head that was just seen is being read, the index does not count as behind. */
const GRACE_PERIOD_MS = 10_000;

/** Nodes that follow the chain differ for a moment while a block is replaced. */
const DISAGREEMENT_GRACE_MS = 5_000;

export type SyncStatus = ReturnType<typeof createSyncStatus>;

type SyncStatusOptions = { clock: Clock; pollIntervalMs: number };

/** How the index stands towards the chain, as the leading process keeps it in memory. */
export function createSyncStatus({ clock, pollIntervalMs }: SyncStatusOptions) {
  /** What `isCaughtUp` says here is that the head was reached once: the chain may have gone on since. */
  let known: IndexStatus = { ...EMPTY_STATUS, isBuilding: false, problem: "No RPC node has answered yet" };
  let disagreeingSinceMs: number | null = null;

  /** Counted from when the index was last caught up: after an outage the lag is older than its first sign. */
  function isBehind(): boolean {
    const { headBlock, indexedBlock, lastCaughtUpAtMs } = known;
    const lag = headBlock === null ? 0 : headBlock - (indexedBlock ?? 0);
    return lag > 0 && clock.now() - lastCaughtUpAtMs > pollIntervalMs + GRACE_PERIOD_MS;
  }

  return {
    headSeen({ number, timestamp }: { number: number; timestamp: number }): void {
      known = { ...known, lastAnswerAtMs: clock.now(), headBlock: number, headTimestamp: timestamp };
    },
    /** Most of the nodes that answered have the same block: `nodes` is their number. */
    agreed({ nodes, hashes }: { nodes: number; hashes: Hashes }): void {
      disagreeingSinceMs = null;
      known.areHashesUnchecked = hashes === "as-told";
      if (nodes > 1) known.lastComparedAtMs = clock.now();
    },
    disagreed(): void {
      disagreeingSinceMs ??= clock.now();
    },
    indexed(block: number): void {
      known.indexedBlock = block;
    },
    reachedHead(): void {
      Object.assign(known, {
        isCaughtUp: true,
        lastCaughtUpAtMs: clock.now(),
        isBuilding: false,
        isDatabaseGone: false,
        problem: null,
      } satisfies Partial<IndexStatus>);
    },
    /** How often blocks were taken back, as the database counts it. */
    rewound(times: number): void {
      known.rewindCount = times;
    },
    /** The index is empty, or about to be: no answer may come from it. */
    startedOver(): void {
      Object.assign(known, {
        isCaughtUp: false,
        // After a rebuild the index has never been caught up, even if it was before.
        lastCaughtUpAtMs: 0,
        isBuilding: true,
        indexedBlock: null,
        headBlock: null,
        headTimestamp: null,
      } satisfies Partial<IndexStatus>);
    },
    /** After a start: whether an earlier process left the index half-built. */
    resumed({ isBuilding }: { isBuilding: boolean }): void {
      known.isBuilding = isBuilding;
    },
    /** Takes over what the previous leader last published. */
    restore(status: IndexStatus): void {
      known = { ...status, isDatabaseGone: false };
      disagreeingSinceMs = status.nodesDisagree ? Number.NEGATIVE_INFINITY : null;
    },
    failed(problem: string, { isDatabaseGone }: { isDatabaseGone: boolean }): void {
      known = { ...known, problem, isDatabaseGone };
    },
    read(): IndexStatus {
      const isCaughtUp = known.isCaughtUp && !isBehind();
      const { indexedBlock, headBlock } = known;
      const syncing = `The index is at block ${indexedBlock ?? 0} of ${headBlock ?? "an unknown number"}`;
      return {
        ...known,
        isCaughtUp,
        problem: known.problem ?? (isCaughtUp ? null : syncing),
        lastReportAtMs: clock.now(),
        nodesDisagree:
          disagreeingSinceMs !== null && clock.now() - disagreeingSinceMs >= DISAGREEMENT_GRACE_MS,
      };
    },
  };
}
