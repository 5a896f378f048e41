import { type Clock, type Logger, openDatabase } from "@agent-registry/service";
import type { Address } from "viem";
import { readSpending } from "./budget.ts";
import { createCounters } from "./counters.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { migrations } from "./migrations.ts";
import { createRequestStore } from "./request-store.ts";
import type { LedgerSchema } from "./schema.ts";
import { readSignerActivity } from "./counters.ts";
import { createTransactionStore } from "./transaction-store.ts";

export type Ledger = Awaited<ReturnType<typeof createLedger>>;

type LedgerOptions = { databaseUrl: string | undefined; dataDir: string; clock: Clock; logger: Logger };

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
    requests: createRequestStore({ db, clock }),
    transactions: createTransactionStore({ db, clock }),
    readSpending: () => readSpending({ db, clock }),
    readSignerActivity: (signer: Address) => readSignerActivity({ db, signer }),
    start: () => housekeeping.start(),
    async stop(): Promise<void> {
      await housekeeping.stop();
      await database.close();
    },
  };
}
