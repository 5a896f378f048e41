import type { MigrationStep } from "@agent-registry/service";
import { type Generated, type Kysely, sql } from "kysely";

/**
 * - `queued`: accepted, in no transaction that may still be mined
 * - `sent`: in a transaction that is signed and kept, whether or not a node has it yet
 * - `mined`, `refused`: final
 */
export type RequestState = "queued" | "sent" | "mined" | "refused";

/**
 * - `live`: may be mined at any moment
 * - `abandoned`: its requests went back to the queue, but it is still watched, since a node may have it
 * - `mined`: settled, its cost is in the ledger
 * - `void`: can never be mined
 */
export type TransactionState = "live" | "abandoned" | "mined" | "void";

export type LedgerSchema = {
  relay_lock: { id: number; taken: number };
  relay_request: {
    digest: string;
    /** The relayer's wallet that answers for it. */
    wallet: string;
    signer: string;
    nonce: string;
    /** JSON, as it travels. */
    request: string;
    signature: string;
    state: RequestState;
    /** The worst case of sending it alone, rounded up; counts while it is queued. */
    reserved_gwei: number;
    tries: number;
    /** When its simulation last succeeded (ms); 0 asks for a new one. */
    checked_at: number;
    accepted_at: number;
    finished_at: number | null;
    /** The transaction that carries it while it is sent. */
    transaction_id: string | null;
    /** That transaction's newest attempt, or the one that was mined. */
    transaction_hash: string | null;
    /** JSON of the 200 answer. */
    result: string | null;
    error_status: number | null;
    error: string | null;
  };
  relay_transaction: {
    /** The hash of its first attempt. */
    id: string;
    wallet: string;
    nonce: number;
    /** JSON list of the requests it carries, in order. */
    digests: string;
    state: TransactionState;
    /** The worst case over all its attempts, rounded up; counts while it is live or abandoned. */
    reserved_gwei: number;
    created_at: number;
    settled_at: number | null;
    mined_hash: string | null;
    cost_wei: string | null;
  };
  relay_attempt: {
    hash: string;
    transaction_id: string;
    /** Signed, ready to be sent by whoever finds it. */
    raw: string;
    max_fee_wei: string;
    tip_wei: string;
    created_at: number;
  };
  relay_counter: { key: string; started_at: number; taken: Generated<number> };
  /** What was really paid, by the minute. Two columns, since 64 bits of wei are only 9 ETH. */
  relay_spending: { minute: number; gwei: number; rest_wei: number };
};

const createTables: MigrationStep = async (db) => {
  await db.schema
    .createTable("relay_lock")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("taken", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_request")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("wallet", "text", (column) => column.notNull())
    .addColumn("signer", "text", (column) => column.notNull())
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reserved_gwei", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("checked_at", "bigint", (column) => column.notNull())
    .addColumn("accepted_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("transaction_id", "text")
    .addColumn("transaction_hash", "text")
    .addColumn("result", "text")
    .addColumn("error_status", "integer")
    .addColumn("error", "text")
    .execute();
  await db.schema
    .createTable("relay_transaction")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("wallet", "text", (column) => column.notNull())
    .addColumn("nonce", "bigint", (column) => column.notNull())
    .addColumn("digests", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reserved_gwei", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("settled_at", "bigint")
    .addColumn("mined_hash", "text")
    .addColumn("cost_wei", "text")
    .execute();
  await db.schema
    .createTable("relay_attempt")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("transaction_id", "text", (column) => column.notNull())
    .addColumn("raw", "text", (column) => column.notNull())
    .addColumn("max_fee_wei", "text", (column) => column.notNull())
    .addColumn("tip_wei", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_counter")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("taken", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("relay_spending")
    .addColumn("minute", "bigint", (column) => column.primaryKey())
    .addColumn("gwei", "bigint", (column) => column.notNull())
    .addColumn("rest_wei", "bigint", (column) => column.notNull())
    .execute();
};

/**
 * States as literals, not as parameters: a partial index serves only a query that repeats its condition
 * to the letter, and without one a relay would read through everything that was ever relayed.
 */
export const isQueued = sql<boolean>`state = 'queued'`;
export const isInFlight = sql<boolean>`state in ('queued', 'sent')`;

const createIndexes: MigrationStep = async (db) => {
  const typed = db as unknown as Kysely<LedgerSchema>;
  // Only one request can spend a signer's nonce: a second would be paid for and fail.
  await typed.schema
    .createIndex("relay_request_one_per_nonce")
    .unique()
    .on("relay_request")
    .columns(["signer", "nonce"])
    .where(isInFlight)
    .execute();
  await typed.schema
    .createIndex("relay_request_queue")
    .on("relay_request")
    .columns(["wallet", "accepted_at"])
    .where(isQueued)
    .execute();
  await typed.schema
    .createIndex("relay_request_transaction")
    .on("relay_request")
    .column("transaction_id")
    .execute();
  await typed.schema
    .createIndex("relay_request_finished")
    .on("relay_request")
    .column("finished_at")
    .execute();
  await typed.schema
    .createIndex("relay_transaction_state")
    .on("relay_transaction")
    .columns(["state", "settled_at"])
    .execute();
  await typed.schema
    .createIndex("relay_transaction_nonce")
    .on("relay_transaction")
    .columns(["wallet", "nonce"])
    .execute();
  await typed.schema
    .createIndex("relay_attempt_transaction")
    .on("relay_attempt")
    .column("transaction_id")
    .execute();
  await typed.schema
    .createIndex("relay_transaction_settled")
    .on("relay_transaction")
    .column("settled_at")
    .execute();
  await typed.schema.createIndex("relay_counter_age").on("relay_counter").column("started_at").execute();
  await typed.insertInto("relay_lock").values({ id: 1, taken: 0 }).execute();
};

export const migrations: Record<string, MigrationStep> = {
  "0001-create-tables": createTables,
  "0002-create-indexes": createIndexes,
};
