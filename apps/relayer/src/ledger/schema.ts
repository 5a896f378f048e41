import { type Generated, type Kysely, sql, type Transaction } from "kysely";

/**
 * - `queued`: accepted, in no transaction that may still be mined
 * - `sent`: in a transaction that is signed and kept, whether or not a node has it yet
 * - `mined`, `refused`: finished
 */
type RequestState = "queued" | "sent" | "mined" | "refused";

/**
 * - `live`: may be mined at any moment
 * - `abandoned`: its requests went back to the queue, but it is still watched, since a node may have it
 * - `mined`, `void`: settled; its cost is in the ledger, or it can never be mined
 */
export type TransactionState = "live" | "abandoned" | "mined" | "void";

/** Why a request is not relayed, as its caller gets it. */
export type Refusal = {
  status: 400 | 401 | 403 | 429 | 500 | 503;
  error: string;
  /** Given if the limit frees at a known time. */
  retryAfterSeconds?: number;
};

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
    /** How often its simulation got no answer since, and when it is tried again (ms). */
    failed_checks: Generated<number>;
    check_after: Generated<number>;
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
    /** The block that it was mined in, to notice if a reorganisation takes it away. */
    block_number: number | null;
    block_hash: string | null;
    cost_wei: string | null;
  };
  relay_attempt: {
    hash: string;
    transaction_id: string;
    /** Signed, ready to be sent by any process that finds it. */
    raw: string;
    max_fee_wei: string;
    tip_wei: string;
    created_at: number;
  };
  relay_counter: { key: string; started_at: number; taken: Generated<number> };
  /** What was really paid, by the minute. Two columns, since 64 bits of wei are only 9 ETH. */
  relay_spending: { minute: number; gwei: number; rest_wei: number };
};

/** What is not known of a transaction before it is settled. */
export const NOT_SETTLED = {
  settled_at: null,
  mined_hash: null,
  block_number: null,
  block_hash: null,
  cost_wei: null,
} as const;

/**
 * States as literals, not as parameters: a partial index serves only a query that repeats its condition
 * to the letter, and without an index a relay would read everything that was ever relayed.
 */
export const isQueued = sql<boolean>`state = 'queued'`;
export const isInFlight = sql<boolean>`state in ('queued', 'sent')`;

export type LedgerTransaction = Transaction<LedgerSchema>;

/**
 * Runs `work` while no other call, in this process or another, decides about money or wallet nonces.
 * The lock is a row, and it is written first: PostgreSQL holds it until the commit, and SQLite takes its
 * write lock at once, while a transaction that reads first may fail half-way. Never wait for the network in here.
 */
export async function locked<T>(
  db: Kysely<LedgerSchema>,
  work: (transaction: LedgerTransaction) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("relay_lock")
      .set({ taken: sql<number>`taken + 1` })
      .where("id", "=", 1)
      .execute();
    return await work(transaction);
  });
}
