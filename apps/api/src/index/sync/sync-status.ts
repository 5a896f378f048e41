import type { Clock, Engine } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Hashes } from "../../chain/node-answers.ts";
import { DATABASE_NOW_MS, type PublishOp } from "../apply/leader-session.ts";
import { EMPTY_STATUS, type IndexStatus } from "../index-status.ts";
import type { IndexSchema } from "../schema.ts";

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

export type SharedStatus = ReturnType<typeof createSharedStatus>;

/**
 * The status as the leader passes it to the other processes, through the database. Ages are measured on the
 * database's clock, since the machines' own may differ.
 */
export function createSharedStatus(options: {
  db: Kysely<IndexSchema>;
  engine: Engine;
  clock: Clock;
  registryAddress: string;
}) {
  const { db, engine, clock, registryAddress } = options;
  const nowMs = sql.raw<number>(DATABASE_NOW_MS[engine]);

  return {
    /** For the leader's transaction: no process publishes that does not lead any more. */
    toPublishOp(status: IndexStatus): PublishOp {
      // A clock that was set back must not put the moment into the future.
      const toAge = (atMs: number | null) => (atMs ? Math.max(0, Math.round(clock.now() - atMs)) : null);
      return {
        op: "publish",
        table: "sync_status",
        values: {
          head_block: status.headBlock,
          head_timestamp: status.headTimestamp,
          is_caught_up: status.isCaughtUp ? 1 : 0,
          problem: status.problem,
          nodes_disagree: status.nodesDisagree ? 1 : 0,
          hashes_unchecked: status.areHashesUnchecked ? 1 : 0,
        },
        agesMs: {
          answered_at_ms: toAge(status.lastAnswerAtMs),
          caught_up_at_ms: toAge(status.lastCaughtUpAtMs),
          compared_at_ms: toAge(status.lastComparedAtMs),
          published_at_ms: 0,
        },
      };
    },

    async read(): Promise<IndexStatus> {
      const row = await readRow(db);
      return toStatus(row, row?.now_ms ?? 0);
    },

    /**
     * The status of the data that a replica holds, and how far it lags. Its machine's clock may differ from
     * that by which the leader wrote, so the time is that of the database that is written: read last, so that
     * no age is too small.
     */
    async readFrom(replica: Kysely<IndexSchema>): Promise<{ status: IndexStatus; lagMs: number }> {
      const row = await readRow(replica);
      const own = await readRow(db);
      const lagMs = (own?.published_at_ms ?? 0) - (row?.published_at_ms ?? 0);
      return { status: toStatus(row, own?.now_ms ?? 0), lagMs: Math.max(0, lagMs) };
    },
  };

  function readRow(from: Kysely<IndexSchema>) {
    return from
      .selectFrom("sync_status")
      .innerJoin("sync_state", "sync_state.id", "sync_status.id")
      .selectAll("sync_status")
      .select(["registry_address", "block_number", "rewinds", nowMs.as("now_ms")])
      .executeTakeFirst();
  }

  function toStatus(row: Awaited<ReturnType<typeof readRow>>, databaseNowMs: number): IndexStatus {
    // Of another register, or of none yet, it must not answer for ours.
    if (row === undefined || row.registry_address === null) return EMPTY_STATUS;
    if (row.registry_address !== registryAddress)
      return { ...EMPTY_STATUS, problem: "The database holds the index of another register" };
    const toOurs = (atMs: number | null) => (atMs === null ? null : clock.now() - (databaseNowMs - atMs));
    return {
      indexedBlock: row.block_number,
      headBlock: row.head_block,
      headTimestamp: row.head_timestamp,
      lastAnswerAtMs: toOurs(row.answered_at_ms),
      isCaughtUp: row.is_caught_up === 1,
      lastCaughtUpAtMs: toOurs(row.caught_up_at_ms) ?? 0,
      isBuilding: row.caught_up_at_ms === null,
      rewindCount: row.rewinds,
      problem: row.problem,
      lastReportAtMs: toOurs(row.published_at_ms),
      isDatabaseGone: false,
      nodesDisagree: row.nodes_disagree === 1,
      lastComparedAtMs: toOurs(row.compared_at_ms),
      areHashesUnchecked: row.hashes_unchecked === 1,
    };
  }
}
