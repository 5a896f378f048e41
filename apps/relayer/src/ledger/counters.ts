import { type Clock, toRetryAfterSeconds } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { LedgerSchema } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;

export type Limit = { key: string; limit: number };
/** A limit of which nothing more can be taken, and when its hour is over. */
export type FullLimit = Limit & { retryAfterSeconds: number };
export type Counters = ReturnType<typeof createCounters>;

/** Counts by the hour; a key's hour starts with its first request. */
export function createCounters({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    /**
     * Counts one for each, in the order given, up to the first that is full; returns that one. All in one commit, since
     * each waits for the disk. Who gives limits in one order everywhere never waits for another who waits for him.
     */
    async take(limits: readonly Limit[]): Promise<FullLimit | null> {
      return await db.transaction().execute(async (transaction) => {
        for (const limit of limits) {
          const nowMs = clock.now();
          if (await takeOne(transaction, limit, nowMs)) continue;
          const rows = await readRows({ db: transaction, limits: [limit], nowMs });
          return toFull({ limit, row: rows.get(limit.key), nowMs });
        }
        return null;
      });
    },

    /** Of these limits, those that nothing more can be taken of. Takes nothing. */
    async findFull(limits: readonly Limit[]): Promise<FullLimit[]> {
      const nowMs = clock.now();
      const rows = await readRows({ db, limits, nowMs });
      return limits
        .filter(({ key, limit }) => (rows.get(key)?.taken ?? 0) >= limit)
        .map((limit) => toFull({ limit, row: rows.get(limit.key), nowMs }));
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom("relay_counter")
        .where("started_at", "<=", clock.now() - HOUR_MS)
        .execute();
    },
  };
}

type Row = { taken: number; startedAtMs: number };
type Asked = { db: Kysely<LedgerSchema>; limits: readonly Limit[]; nowMs: number };

/** The counters whose hour is not over, by their keys. */
async function readRows({ db, limits, nowMs }: Asked): Promise<Map<string, Row>> {
  const keys = limits.map(({ key }) => key);
  const rows = await db
    .selectFrom("relay_counter")
    .select(["key", "taken", "started_at"])
    .where("key", "in", keys)
    .where("started_at", ">", nowMs - HOUR_MS)
    .execute();
  return new Map(
    rows.map((row) => [row.key, { taken: Number(row.taken), startedAtMs: Number(row.started_at) }]),
  );
}

/** A limit of zero has no hour that ends: asking once an hour is often enough. */
function toFull({ limit, row, nowMs }: { limit: Limit; row: Row | undefined; nowMs: number }): FullLimit {
  const endsAtMs = (row?.startedAtMs ?? nowMs) + HOUR_MS;
  return { ...limit, retryAfterSeconds: toRetryAfterSeconds({ endsAtMs, nowMs }) };
}

/** One statement, so that the last place is given once, however many requests ask at once. */
async function takeOne(db: Kysely<LedgerSchema>, { key, limit }: Limit, now: number): Promise<boolean> {
  if (limit < 1) return false;
  const isOver = sql<boolean>`relay_counter.started_at <= ${now - HOUR_MS}`;
  const taken = await db
    .insertInto("relay_counter")
    .values({ key, started_at: now, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({
          taken: sql<number>`case when ${isOver} then 1 else relay_counter.taken + 1 end`,
          started_at: sql<number>`case when ${isOver} then ${now} else relay_counter.started_at end`,
        })
        .where(sql<boolean>`${isOver} or relay_counter.taken < ${limit}`),
    )
    .returning("taken")
    .executeTakeFirst();
  return taken !== undefined;
}
