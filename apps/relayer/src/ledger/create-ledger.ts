import { type Clock, createLoop, type Logger, openDatabase } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address } from "viem";
import { readSpending } from "./budget.ts";
import { type Counters, createCounters, readSignerActivity } from "./counters.ts";
import { migrations } from "./migrations.ts";
import { createRequestStore } from "./request-store.ts";
import type { LedgerSchema } from "./schema.ts";
import { createTransactionStore } from "./transaction-store.ts";

export type Ledger = Awaited<ReturnType<typeof createLedger>>;

type LedgerOptions = { databaseUrl: string | undefined; dataDir: string; clock: Clock; logger: Logger };

type Connected = { db: Kysely<LedgerSchema>; clock: Clock };
export type Stores = ReturnType<typeof createStores>;

/** What is read and written by this connection: under the ledger's lock, that of its transaction. */
export function createStores({ db, clock }: Connected) {
  return {
    requests: createRequestStore({ db, clock }),
    transactions: createTransactionStore({ db, clock }),
    readSpending: () => readSpending({ db, clock }),
  };
}

/** Everything that the relayer keeps: requests, transactions, counters, and what was paid. */
export async function createLedger({ databaseUrl, dataDir, clock, logger }: LedgerOptions) {
  const database = await openDatabase<LedgerSchema>({
    databaseUrl,
    dataDir,
    fileName: "relayer.sqlite",
    migrations,
    // If a commit were lost, a payment would not be counted, or a request would be sent and paid for twice.
    isDurable: true,
    onWait: (reason) => logger.warn({ reason }, "the database is out of reach; it is tried again"),
  });
  const { db } = database;
  const counters = createCounters({ db, clock });
  const housekeeping = createHousekeeping({ db, clock, counters, logger });

  return {
    db,
    counters,
    ...createStores({ db, clock }),
    readSignerActivity: (signer: Address) => readSignerActivity({ db, signer }),
    start: () => housekeeping.start(),
    async stop(): Promise<void> {
      await housekeeping.stop();
      await database.close();
    },
  };
}

const HOUR_MS = 60 * 60_000;
const DAY_MINUTES = 24 * 60;
/** From when a request is finished, or a transaction settled. */
const KEPT_MS = 30 * 24 * HOUR_MS;

type HousekeepingDeps = Connected & { counters: Counters; logger: Logger };

/** Drops old rows, so that the store does not grow for ever. */
export function createHousekeeping({ db, clock, counters, logger }: HousekeepingDeps) {
  const loop = createLoop({ run: tidy, intervalMs: HOUR_MS, log: { name: "housekeeping", logger } });

  async function tidy(): Promise<void> {
    await counters.dropOld();
    const lastMinute = Math.floor(clock.now() / 60_000) - DAY_MINUTES;
    await db.deleteFrom("relay_spending").where("minute", "<", lastMinute).execute();
    const oldest = clock.now() - KEPT_MS;
    await db.deleteFrom("relay_request").where("finished_at", "<", oldest).execute();
    const settled = db.selectFrom("relay_transaction").select("id").where("settled_at", "<", oldest);
    await db.deleteFrom("relay_attempt").where("transaction_id", "in", settled).execute();
    await db.deleteFrom("relay_transaction").where("settled_at", "<", oldest).execute();
  }

  return { start: () => loop.wake(), stop: () => loop.stop() };
}
