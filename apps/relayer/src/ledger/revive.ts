import type { Clock } from "@agent-registry/service";
import type { Kysely, Selectable } from "kysely";
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import { bookPayment } from "./budget.ts";
import { toRefused } from "./request-store.ts";
import { type LedgerSchema, type LedgerTransaction, locked, NOT_SETTLED, type Refusal } from "./schema.ts";

const overtaken: Refusal = {
  status: 401,
  error: "A reorganisation undid the request, and another one of its signer has taken its nonce",
};

type Lost = { db: Kysely<LedgerSchema>; clock: Clock; wallet: Address; since: number; blockHash: Hex };

/**
 * Takes back the settlement of all transactions of a block that a reorganisation took away: what was booked as
 * paid is reserved again, and the requests are on their way again. The signed transactions are the same, so
 * they can be mined, and paid for, once.
 */
export async function revive({ db, clock, wallet, since, blockHash }: Lost): Promise<number> {
  return await locked(db, async (transaction) => {
    const lost = await transaction
      .selectFrom("relay_transaction")
      .selectAll()
      .where("state", "=", "mined")
      .where("settled_at", ">=", since)
      .where("wallet", "=", wallet)
      .where("block_hash", "=", blockHash)
      .execute();
    for (const row of lost) await reviveOne({ db: transaction, clock, row });
    return lost.length;
  });
}

type LostTransaction = {
  db: LedgerTransaction;
  clock: Clock;
  row: Selectable<LedgerSchema["relay_transaction"]>;
};

async function reviveOne({ db, clock, row }: LostTransaction): Promise<void> {
  const settledAt = row.settled_at ?? clock.now();
  await db
    .updateTable("relay_transaction")
    .set({ ...NOT_SETTLED, state: "live" })
    .where("id", "=", row.id)
    .execute();
  // In the minute in which it was booked: otherwise the day's sum would be too low once that minute is a day old.
  await bookPayment({ db, clock: { now: () => settledAt }, wei: -BigInt(row.cost_wei ?? 0) });
  // Those that lost the nonce to it may be mined in its place.
  await db
    .updateTable("relay_transaction")
    .set({ ...NOT_SETTLED, state: "abandoned" })
    .where("wallet", "=", row.wallet)
    .where("nonce", "=", row.nonce)
    .where("state", "=", "void")
    .where("settled_at", ">=", settledAt)
    .execute();
  // It counts as sent now, so that it is not replaced by a dearer one at once.
  await db
    .updateTable("relay_attempt")
    .set({ created_at: clock.now() })
    .where("hash", "=", row.mined_hash)
    .execute();
  await reviveRequests({ db, clock, row });
}

/** Only those that it had answered: what failed in it went other ways. */
async function reviveRequests({ db, clock, row }: LostTransaction): Promise<void> {
  const answered = db
    .updateTable("relay_request")
    .where("digest", "in", JSON.parse(row.digests) as string[])
    .where("state", "=", "mined")
    .where("transaction_hash", "=", row.mined_hash);
  const isNonceFree = sql<boolean>`not exists (
    select 1 from relay_request as holder
    where holder.signer = relay_request.signer and holder.nonce = relay_request.nonce
      and holder.state in ('queued', 'sent'))`;
  await answered
    .set({ state: "sent", transaction_id: row.id, result: null, finished_at: null })
    .where(isNonceFree)
    .execute();
  await answered.set({ ...toRefused(overtaken, clock), result: null }).execute();
}
