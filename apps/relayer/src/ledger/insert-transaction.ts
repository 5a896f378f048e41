import type { Clock } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import { toReservedGwei } from "./budget.ts";
import type { LedgerTransaction } from "./locked.ts";

type NewTransaction = {
  db: LedgerTransaction;
  clock: Clock;
  id: Hex;
  wallet: Address;
  nonce: number;
  digests: Hex[];
  worstCaseWei: bigint;
};

/** Writes a transaction before it is sent; its requests now hang on it. */
export async function insertTransaction(options: NewTransaction): Promise<void> {
  const { db, clock, id, wallet, nonce, digests, worstCaseWei } = options;
  const row = {
    id,
    wallet,
    nonce,
    digests: JSON.stringify(digests),
    state: "live" as const,
    reserved_gwei: toReservedGwei(worstCaseWei),
    created_at: clock.now(),
    settled_at: null,
    mined_hash: null,
    cost_wei: null,
  };
  await db
    .insertInto("relay_transaction")
    .values(row)
    // The same requests at the same nonce and price are the same transaction: it was given up, and lives again.
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await db
    .updateTable("relay_request")
    .set({ state: "sent", transaction_id: id, transaction_hash: id })
    .where("digest", "in", digests)
    .execute();
}

type NewAttempt = {
  db: LedgerTransaction;
  clock: Clock;
  id: Hex;
  hash: Hex;
  raw: Hex;
  fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
};

/** One more way in which the transaction may be mined. */
export async function insertAttempt({ db, clock, id, hash, raw, fees }: NewAttempt): Promise<void> {
  await db
    .insertInto("relay_attempt")
    .values({
      hash,
      transaction_id: id,
      raw,
      max_fee_wei: fees.maxFeePerGas.toString(),
      tip_wei: fees.maxPriorityFeePerGas.toString(),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  await db
    .updateTable("relay_request")
    .set({ transaction_hash: hash })
    .where("transaction_id", "=", id)
    .where("state", "=", "sent")
    .execute();
}
