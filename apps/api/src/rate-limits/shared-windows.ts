import type { ReportCounts } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";

/** Within one statement it stands still, so that a window has either ended for all of it or not. */
const NOW_MS = sql.raw("(extract(epoch from statement_timestamp()) * 1000)::bigint");

type Row = { key: string; count: number; ends_in_ms: number };

/**
 * The counts of all processes, in the table `rate_windows`. A window begins with the first process that reports it, and
 * the others join it. Should a report be written and its answer be lost, it is reported again and counts twice: some
 * requests of one minute.
 */
export function createSharedWindows(db: Kysely<unknown>) {
  return {
    report: (async (counts) => {
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
    }) satisfies ReportCounts,

    async dropEnded(): Promise<void> {
      await sql`delete from rate_windows where ends_at_ms <= ${NOW_MS}`.execute(db);
    },
  };
}
