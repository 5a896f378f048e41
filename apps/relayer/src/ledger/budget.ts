import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { isQueued, type LedgerSchema } from "./schema.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const GWEI = 1_000_000_000n;

/** Wei in whole gwei, rounded up: a reservation may be too large by a little, never too small. */
export function toReservedGwei(wei: bigint): number {
  return Number((wei + GWEI - 1n) / GWEI);
}

export function toReservedWei(gwei: number): bigint {
  return BigInt(gwei) * GWEI;
}

export type Spending = {
  /** Really paid within the last 24 hours, by all wallets of this database. */
  paidWei: bigint;
  /** The worst case of everything that is queued or may still be mined. */
  reservedWei: bigint;
};

type Reader = { db: Kysely<LedgerSchema>; clock: Clock };
/** PostgreSQL gives a sum of whole numbers as text. */
type Sum = string | number | null;

/** What the daily budget is compared with. Inside `locked` it cannot change while it is read. */
export async function readSpending({ db, clock }: Reader): Promise<Spending> {
  // Stryker disable next-line StringLiteral: Only the sum over all wallets is used here, and no wallet has either of these names.
  const [paidWei, { reservedWei }] = [await readPaid({ db, clock }), await readReserved({ db, wallet: "" })];
  return { paidWei, reservedWei };
}

export async function readPaid({ db, clock }: Reader): Promise<bigint> {
  const paid = await db
    .selectFrom("relay_spending")
    .select([sql<Sum>`sum(gwei)`.as("gwei"), sql<Sum>`sum(rest_wei)`.as("rest")])
    // A minute counts until its last moment is a day old.
    .where("minute", ">=", toMinute(clock.now()) - DAY_MINUTES)
    .executeTakeFirstOrThrow();
  return BigInt(paid.gwei ?? 0) * GWEI + BigInt(paid.rest ?? 0);
}

/** The worst case of what is in flight: of all wallets, and of one. */
export async function readReserved({ db, wallet }: { db: Kysely<LedgerSchema>; wallet: string }) {
  const ofWallet = sql<Sum>`sum(case when wallet = ${wallet} then reserved_gwei else 0 end)`;
  const queued = await db
    .selectFrom("relay_request")
    .select([sql<Sum>`sum(reserved_gwei)`.as("all"), ofWallet.as("own")])
    .where(isQueued)
    .executeTakeFirstOrThrow();
  // Of all that compete for one nonce, only one can be mined.
  const places = db
    .selectFrom("relay_transaction")
    .select(["wallet", sql<number>`max(reserved_gwei)`.as("reserved_gwei")])
    .where("state", "in", ["live", "abandoned"])
    .groupBy(["wallet", "nonce"]);
  const sent = await db
    // Stryker disable next-line StringLiteral: Nothing refers to this name. SQLite takes an empty one, too; PostgreSQL does not, on which the integration tests run.
    .selectFrom(places.as("places"))
    .select([sql<Sum>`sum(reserved_gwei)`.as("all"), ofWallet.as("own")])
    .executeTakeFirstOrThrow();
  return {
    reservedWei: (BigInt(queued.all ?? 0) + BigInt(sent.all ?? 0)) * GWEI,
    walletReservedWei: (BigInt(queued.own ?? 0) + BigInt(sent.own ?? 0)) * GWEI,
  };
}

/** Books a payment. Only together with the transaction's change to `mined`, so that it counts once. */
export async function bookPayment({ db, clock, wei }: Reader & { wei: bigint }): Promise<void> {
  const minute = toMinute(clock.now());
  await db
    .insertInto("relay_spending")
    .values({ minute, gwei: Number(wei / GWEI), rest_wei: Number(wei % GWEI) })
    .onConflict((conflict) =>
      conflict.column("minute").doUpdateSet({
        gwei: sql<number>`relay_spending.gwei + excluded.gwei`,
        rest_wei: sql<number>`relay_spending.rest_wei + excluded.rest_wei`,
      }),
    )
    .execute();
}

function toMinute(now: number): number {
  return Math.floor(now / MINUTE_MS);
}
