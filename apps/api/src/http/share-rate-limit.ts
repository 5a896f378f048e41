import {
  type Clock,
  createRepeat,
  type Logger,
  openPostgres,
  type RateLimiter,
  type ReportCounts,
} from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Registry } from "prom-client";
import { createMeters } from "../metering.ts";

/** What one process allows in this time, another may not know of. */
const INTERVAL_MS = 1_000;
const TIDY_MS = 60_000;
/** A database that takes longer is as good as none: the next exchange reports these counts, too. */
const QUERY_TIMEOUT_MS = 5_000;

type Options = {
  databaseUrl: string;
  limiter: Pick<RateLimiter, "exchange">;
  clock: Clock;
  metrics: Registry;
  logger: Logger;
};

/**
 * Lets the processes on one database count a client's requests together: each reports once a second what it
 * counted. No request waits for that. While the database does not answer, each process counts alone.
 */
export function shareRateLimit({ databaseUrl, limiter, clock, metrics, logger }: Options) {
  // Its own connection: a database that is busy with other things takes nothing from the readers, nor they from this.
  const { db, close } = openPostgres({ databaseUrl, maxConnections: 1, queryTimeoutMs: QUERY_TIMEOUT_MS });
  const { counter } = createMeters(metrics);
  const sharedRequests = counter(
    "agent_registry_api_rate_limit_shared_requests_total",
    "Requests that the other processes were told of, to count them, too",
  );
  const failures = counter(
    "agent_registry_api_rate_limit_failed_exchanges_total",
    "Times the database did not answer, so that this process counted alone",
  );
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  let tidiedAtMs = clock.now();
  let hasFailed = false;

  async function exchange(): Promise<void> {
    await limiter.exchange(async (counts) => {
      const known = await report(db, counts);
      reportedAtMs = clock.now();
      for (const { count } of counts) sharedRequests.inc(count);
      return known;
    });
    const mayHoldOurs = reportedAtMs > tidiedAtMs - TIDY_MS;
    if (!mayHoldOurs || clock.now() - tidiedAtMs < TIDY_MS) return;
    await sql`delete from rate_windows where ends_at_ms <= ${NOW_MS}`.execute(db);
    tidiedAtMs = clock.now();
  }

  async function task(): Promise<void> {
    try {
      await exchange();
      hasFailed = false;
    } catch (error) {
      failures.inc();
      if (!hasFailed) logger.warn({ err: error }, "Rate limits are counted by this process alone for now");
      hasFailed = true;
    }
  }

  const repeat = createRepeat({ task, pauseMs: INTERVAL_MS });
  repeat.start();
  return {
    async stop(): Promise<void> {
      await repeat.stop();
      await close();
    },
  };
}

/** Within one statement it stands still, so that a window has either ended for all of it or not. */
const NOW_MS = sql.raw("(extract(epoch from statement_timestamp()) * 1000)::bigint");

type Row = { key: string; count: number; ends_in_ms: number };

/**
 * The counts of all processes, in the table `rate_windows`. A window begins with the first process that reports it, and
 * the others join it. Should a report be written and its answer be lost, it is reported again and counts twice: some
 * requests of one minute.
 */
async function report(db: Kysely<unknown>, counts: Parameters<ReportCounts>[0]): ReturnType<ReportCounts> {
  // In one order, so that two processes never wait for each other's rows.
  const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sorted.map(({ key }) => key);
  const numbers = sorted.map(({ count }) => count);
  const ends = sorted.map(({ endsInMs }) => Math.ceil(endsInMs));
  const { rows } = await sql<Row>`
    insert into rate_windows as known (key, count, ends_at_ms)
    select key, count, ${NOW_MS} + ends_in_ms
    from unnest(${keys}::text[], ${numbers}::bigint[], ${ends}::bigint[]) as own (key, count, ends_in_ms)
    on conflict (key) do update set
      count = case when known.ends_at_ms > ${NOW_MS} then known.count else 0 end + excluded.count,
      ends_at_ms = case when known.ends_at_ms > ${NOW_MS} then known.ends_at_ms else excluded.ends_at_ms end
    returning key, count, ends_at_ms - ${NOW_MS} as ends_in_ms`.execute(db);
  return rows.map(({ key, count, ends_in_ms }) => ({ key, count, endsInMs: ends_in_ms }));
}
