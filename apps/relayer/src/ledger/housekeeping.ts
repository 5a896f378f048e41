import type { Clock, Logger } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { createLoop } from "../loop.ts";
import type { Counters } from "./counters.ts";
import type { LedgerSchema } from "./schema.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MINUTES = 24 * 60;
const KEEP_FINISHED_MS = 30 * 24 * HOUR_MS;

type HousekeepingDeps = { db: Kysely<LedgerSchema>; clock: Clock; counters: Counters; logger: Logger };

/** Drops old rows, so that the store does not grow for ever. */
export function createHousekeeping({ db, clock, counters, logger }: HousekeepingDeps) {
  const loop = createLoop({ name: "housekeeping", run: tidy, intervalMs: HOUR_MS, logger });

  async function tidy(): Promise<void> {
    await counters.dropOld();
    const lastMinute = Math.floor(clock.now() / 60_000) - DAY_MINUTES;
    await db.deleteFrom("relay_spending").where("minute", "<", lastMinute).execute();
    const oldest = clock.now() - KEEP_FINISHED_MS;
    await db.deleteFrom("relay_request").where("finished_at", "<", oldest).execute();
    const settled = db.selectFrom("relay_transaction").select("id").where("settled_at", "<", oldest);
    await db.deleteFrom("relay_attempt").where("transaction_id", "in", settled).execute();
    await db.deleteFrom("relay_transaction").where("settled_at", "<", oldest).execute();
  }

  return { start: () => loop.wake(), stop: () => loop.stop() };
}
