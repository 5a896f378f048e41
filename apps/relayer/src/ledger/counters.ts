import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { LedgerSchema } from "./schema.ts";

const HOUR_MS = 60 * 60 * 1000;

export type Counters = ReturnType<typeof createCounters>;

/** Counts by the hour; a key's hour starts with its first request. */
export function createCounters({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    /** One statement, so that the last place is given once, however many requests ask at once. */
    async tryTake({ key, limit }: { key: string; limit: number }): Promise<boolean> {
      if (limit < 1) return false;
      const now = clock.now();
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
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom("relay_counter")
        .where("started_at", "<=", clock.now() - HOUR_MS)
        .execute();
    },
  };
}
