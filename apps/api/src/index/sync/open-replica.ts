import { type Clock, createRepeat, type Logger, openPostgres } from "@agent-registry/service";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import { createMeters } from "../../metering.ts";
import { EMPTY_STATUS, type IndexStatus } from "../index-status.ts";
import { migrations } from "../migrations.ts";
import type { IndexSchema } from "../schema.ts";
import type { SharedStatus } from "./sync-status.ts";

/** One for the status, one for the doubts. */
const MAX_CONNECTIONS = 2;

type Options = {
  readUrl: string;
  sharedStatus: Pick<SharedStatus, "readFrom">;
  maxLagMs: number;
  intervalMs: number;
  metrics: Registry;
  logger: Logger;
  clock: Clock;
};

/**
 * A replica of the database, from which requests are answered. What a process knows of the index then has to be known of
 * the replica: the leader's status is read from there, so that it is replayed together with the data that it speaks of.
 */
export function openReplica({ readUrl, sharedStatus, maxLagMs, ...options }: Options) {
  const { intervalMs, logger, clock } = options;
  const { db, close } = openPostgres<IndexSchema>({ databaseUrl: readUrl, maxConnections: MAX_CONNECTIONS });
  let hasTables = false;
  let hasFailed = false;
  let found: IndexStatus = { ...EMPTY_STATUS, problem: "The read replica has not answered yet" };
  let lag = { ms: 0, atMs: clock.now() };
  createMeters(options.metrics).gauge(
    "agent_registry_index_replica_lag_seconds",
    "Seconds from the read replica to the database that is written",
    { read: () => readLagMs() / 1000 },
  );

  /** The time of the last look and since then counts as lag, too: the replica may have stood still in it. */
  const readLagMs = () => lag.ms + clock.now() - lag.atMs;

  /** After an upgrade the replica may still have the tables of before. */
  async function findTables(): Promise<boolean> {
    const newest = Object.keys(migrations).at(-1);
    const { rows } = await sql`select 1 from index_migration where name = ${newest}`.execute(db);
    return rows.length === 1;
  }

  async function look(): Promise<void> {
    const startedAtMs = clock.now();
    hasTables ||= await findTables();
    if (!hasTables) {
      found = { ...EMPTY_STATUS, problem: "The read replica does not have the newest tables yet" };
      return;
    }
    const { status, lagMs } = await sharedStatus.readFrom(db);
    found = status;
    lag = { ms: lagMs, atMs: startedAtMs };
    hasFailed = false;
  }

  function noteFailure(error: unknown): void {
    found = { ...found, isDatabaseGone: true };
    if (!hasFailed) logger.warn({ err: error }, "The read replica could not be asked; it is tried again");
    hasFailed = true;
  }

  const repeat = createRepeat({ task: () => look().catch(noteFailure), pauseMs: intervalMs });
  return {
    db,

    look,

    status(): IndexStatus {
      const isBehind = found.indexedBlock !== null && readLagMs() > maxLagMs;
      return isBehind ? { ...found, replicaBehindMs: readLagMs() } : found;
    },

    start: repeat.start,
    async stop(): Promise<void> {
      await repeat.stop();
      await close();
    },
  };
}
