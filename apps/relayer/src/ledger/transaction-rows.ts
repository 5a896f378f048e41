import type { Clock } from "@agent-registry/service";
import type { Kysely, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import type { Fees } from "../transaction/fees.ts";
import { toReservedGwei, toReservedWei } from "./budget.ts";
import type { LedgerSchema, LedgerTransaction, TransactionState } from "./schema.ts";

/** One signed form of a transaction; the forms differ in their price. */
type Attempt = Fees & { hash: Hex; createdAt: number };

export type StoredTransaction = {
  id: Hex;
  nonce: number;
  digests: Hex[];
  state: TransactionState;
  createdAt: number;
  /** Oldest first. Any of them may be the one that is mined. */
  attempts: Attempt[];
};

type HeldNonce = Pick<StoredTransaction, "id" | "nonce" | "state">;

type Reader = { db: Kysely<LedgerSchema> };
type Writer = { db: LedgerTransaction; clock: Clock };

/** A wallet's transactions that are not settled, by nonce. */
export async function readUnsettled({
  db,
  wallet,
}: Reader & { wallet: Address }): Promise<StoredTransaction[]> {
  return await readWhere({ db, isWanted: sql<boolean>`wallet = ${wallet}` });
}

/** What other wallets sent before a moment and is not settled. */
export async function readOrphaned({
  db,
  wallet,
  before,
}: Reader & { wallet: Address; before: number }): Promise<StoredTransaction[]> {
  return await readWhere({ db, isWanted: sql<boolean>`wallet <> ${wallet} and created_at < ${before}` });
}

async function readWhere({
  db,
  isWanted,
}: Reader & { isWanted: RawBuilder<boolean> }): Promise<StoredTransaction[]> {
  const rows = await db
    .selectFrom("relay_transaction")
    .selectAll()
    .where("state", "in", ["live", "abandoned"])
    .where(isWanted)
    .orderBy("nonce")
    .orderBy("created_at")
    .execute();
  const attempts = await readAttempts({ db, ids: rows.map(({ id }) => id as Hex) });
  return rows.map((row) => ({
    id: row.id as Hex,
    nonce: row.nonce,
    digests: JSON.parse(row.digests),
    state: row.state,
    createdAt: row.created_at,
    attempts: attempts.get(row.id as Hex) ?? [],
  }));
}

/** The attempts of these transactions, each one's oldest first. */
export async function readAttempts({ db, ids }: Reader & { ids: Hex[] }): Promise<Map<Hex, Attempt[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("relay_attempt")
    // Not what was signed: a batch is long, and these are read several times for each transaction.
    .select(["hash", "transaction_id", "max_fee_wei", "tip_wei", "created_at"])
    .where("transaction_id", "in", ids)
    .orderBy("created_at")
    .execute();
  const attempts = new Map<Hex, Attempt[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    attempts.get(row.transaction_id as Hex)?.push({
      hash: row.hash as Hex,
      maxFeePerGas: BigInt(row.max_fee_wei),
      maxPriorityFeePerGas: BigInt(row.tip_wei),
      createdAt: row.created_at,
    });
  }
  return attempts;
}

/** The nonces of a wallet's transactions that are not settled, lowest first: without what they carry, which is long. */
export async function readHeldNonces({ db, wallet }: Reader & { wallet: Address }): Promise<HeldNonce[]> {
  const rows = await db
    .selectFrom("relay_transaction")
    .select(["id", "nonce", "state"])
    .where("state", "in", ["live", "abandoned"])
    .where("wallet", "=", wallet)
    .orderBy("nonce")
    .execute();
  return rows.map(({ id, nonce, state }) => ({ id: id as Hex, nonce, state }));
}

/** What was signed, ready to be sent. */
export async function readRaw({ db, hash }: Reader & { hash: Hex }): Promise<Hex> {
  const { raw } = await db
    .selectFrom("relay_attempt")
    .select("raw")
    .where("hash", "=", hash)
    .executeTakeFirstOrThrow();
  return raw as Hex;
}

/** The nonces of a wallet's transactions that were mined since a moment. */
export async function readMinedNonces({
  db,
  wallet,
  since,
}: Reader & { wallet: Address; since: number }): Promise<number[]> {
  const rows = await db
    .selectFrom("relay_transaction")
    .select("nonce")
    .where("wallet", "=", wallet)
    .where("state", "=", "mined")
    .where("settled_at", ">=", since)
    .execute();
  return rows.map(({ nonce }) => nonce);
}

/** A block that holds transactions of ours. */
export type MinedBlock = { number: number; hash: Hex };

/** The blocks that hold what a wallet had mined and was settled since a moment, newest first. */
export async function readMinedBlocks({
  db,
  wallet,
  since,
}: Reader & { wallet: Address; since: number }): Promise<MinedBlock[]> {
  const rows = await db
    .selectFrom("relay_transaction")
    .select(["block_number", "block_hash"])
    .distinct()
    .where("state", "=", "mined")
    .where("settled_at", ">=", since)
    .where("wallet", "=", wallet)
    .where("block_hash", "is not", null)
    .orderBy("block_number", "desc")
    .execute();
  return rows.map((row) => ({ number: Number(row.block_number), hash: row.block_hash as Hex }));
}

/** What is reserved for a transaction; undefined if it is not live, or another process has added an attempt. */
export async function findReservedWei({
  db,
  transaction,
}: Reader & { transaction: StoredTransaction }): Promise<bigint | undefined> {
  const row = await db
    .selectFrom("relay_transaction")
    .select("reserved_gwei")
    .where("id", "=", transaction.id)
    .where("state", "=", "live")
    .executeTakeFirst();
  const attempts = await db
    .selectFrom("relay_attempt")
    .select("hash")
    .where("transaction_id", "=", transaction.id)
    .execute();
  if (row === undefined || attempts.length !== transaction.attempts.length) return undefined;
  return toReservedWei(row.reserved_gwei);
}

/** What is not known of a transaction before it is settled. */
export const NOT_SETTLED = {
  settled_at: null,
  mined_hash: null,
  block_number: null,
  block_hash: null,
  cost_wei: null,
} as const;

type NewTransaction = { id: Hex; wallet: Address; nonce: number; digests: Hex[]; worstCaseWei: bigint };

/** Writes a transaction before it is sent; from here on it carries its requests. */
export async function insertTransaction(options: Writer & NewTransaction): Promise<void> {
  const { db, clock, id, wallet, nonce, digests, worstCaseWei } = options;
  const row = {
    id,
    wallet,
    nonce,
    digests: JSON.stringify(digests),
    state: "live" as const,
    reserved_gwei: toReservedGwei(worstCaseWei),
    created_at: clock.now(),
    ...NOT_SETTLED,
  };
  await db
    .insertInto("relay_transaction")
    .values(row)
    // The same requests at the same nonce and price are the same transaction: it was abandoned, and is live again.
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  await db
    .updateTable("relay_request")
    .set({ state: "sent", transaction_id: id, transaction_hash: id })
    .where("digest", "in", digests)
    .execute();
}

/** One more form in which the transaction may be mined. */
export async function insertAttempt({
  db,
  clock,
  id,
  attempt,
}: Writer & { id: Hex; attempt: Fees & { hash: Hex; raw: Hex } }): Promise<void> {
  await db
    .insertInto("relay_attempt")
    .values({
      hash: attempt.hash,
      transaction_id: id,
      raw: attempt.raw,
      max_fee_wei: attempt.maxFeePerGas.toString(),
      tip_wei: attempt.maxPriorityFeePerGas.toString(),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  await db
    .updateTable("relay_request")
    .set({ transaction_hash: attempt.hash })
    .where("transaction_id", "=", id)
    .where("state", "=", "sent")
    .execute();
}

export async function setReservation({ db, id, wei }: Reader & { id: Hex; wei: bigint }): Promise<void> {
  await db
    .updateTable("relay_transaction")
    .set({ reserved_gwei: toReservedGwei(wei) })
    .where("id", "=", id)
    .execute();
}
