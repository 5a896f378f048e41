import type { Clock, Engine } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { PublishOp } from "../apply/leader-session.ts";
import { DATABASE_NOW_MS } from "../database-clock.ts";
import { EMPTY_STATUS, type IndexStatus } from "../index-status.ts";
import type { IndexSchema } from "../schema.ts";

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
