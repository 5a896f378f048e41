import type { RelayResponse } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Kysely, RawBuilder, Updateable } from "kysely";
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import type { Fees } from "../transaction/fees.ts";
import { bookPayment, toReservedGwei, toReservedWei } from "./budget.ts";
import { toRefused } from "./request-store.ts";
import { revive } from "./revive.ts";
import {
  type LedgerSchema,
  type LedgerTransaction,
  locked,
  NOT_SETTLED,
  type Refusal,
  type TransactionState,
} from "./schema.ts";

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

/** A block that holds transactions of ours. */
export type MinedBlock = { number: number; hash: Hex };

/** What a mined transaction did to one of its requests. */
export type Outcome = { digest: Hex; result: RelayResponse | null };

type SignedAttempt = Fees & { hash: Hex; raw: Hex };
type NewTransaction = {
  wallet: Address;
  nonce: number;
  digests: Hex[];
  worstCaseWei: bigint;
  attempt: SignedAttempt;
};
type NewAttempt = { id: Hex; attempt: SignedAttempt; reservedWei: bigint };
type Settlement = { id: Hex; hash: Hex; block: MinedBlock; costWei: bigint; outcomes: Outcome[] };

export type TransactionStore = ReturnType<typeof createTransactionStore>;

/** How often a request may fail in a transaction although its simulation succeeds. */
const MAX_TRIES = 3;
const keptFailing: Refusal = {
  status: 500,
  error: "Contract reverted: the call fails only when it is mined",
};

/** The transactions of all wallets, and the ways in which they are settled, each of which takes the ledger's lock. */
export function createTransactionStore({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    /** A wallet's transactions that are not settled, by nonce. */
    findUnsettled: (wallet: Address) => findUnsettledWhere(sql`wallet = ${wallet}`),

    /** What other wallets sent before a moment and is not settled. */
    findOrphaned: ({ wallet, before }: { wallet: Address; before: number }) =>
      findUnsettledWhere(sql`wallet <> ${wallet} and created_at < ${before}`),

    findAttempts,

    /** The nonces of a wallet's transactions that are not settled, lowest first: without what they carry, which is long. */
    async findHeldNonces(wallet: Address) {
      const rows = await db
        .selectFrom("relay_transaction")
        .select(["id", "nonce", "state"])
        .where("state", "in", ["live", "abandoned"])
        .where("wallet", "=", wallet)
        .orderBy("nonce")
        .execute();
      return rows.map(({ id, nonce, state }) => ({ id: id as Hex, nonce, state }));
    },

    /** What was signed, ready to be sent. */
    async getRaw(hash: Hex): Promise<Hex> {
      const { raw } = await db
        .selectFrom("relay_attempt")
        .select("raw")
        .where("hash", "=", hash)
        .executeTakeFirstOrThrow();
      return raw as Hex;
    },

    /** The nonces of a wallet's transactions that were mined since a moment. */
    async findMinedNonces(mined: { wallet: Address; since: number }): Promise<number[]> {
      return (await selectMined(mined).select("nonce").execute()).map(({ nonce }) => nonce);
    },

    /** The blocks that hold what a wallet had mined and was settled since a moment, newest first. */
    async findMinedBlocks(mined: { wallet: Address; since: number }): Promise<MinedBlock[]> {
      const rows = await selectMined(mined)
        .select(["block_number", "block_hash"])
        .distinct()
        .where("block_hash", "is not", null)
        .orderBy("block_number", "desc")
        .execute();
      return rows.map((row) => ({ number: Number(row.block_number), hash: row.block_hash as Hex }));
    },

    /** Whether another transaction of ours was mined with this one's nonce. */
    async wasOvertaken({ wallet, transaction }: { wallet: Address; transaction: StoredTransaction }) {
      // One that was settled earlier was mined on a chain that has been reset since.
      const other = await selectMined({ wallet, since: transaction.createdAt })
        .select("id")
        .where("nonce", "=", transaction.nonce)
        .executeTakeFirst();
      return other !== undefined;
    },

    /** What is reserved for a transaction; undefined if it is not live, or another process has added an attempt. */
    async findReservedWei({ id, attempts }: StoredTransaction): Promise<bigint | undefined> {
      const row = await db
        .selectFrom("relay_transaction")
        .select("reserved_gwei")
        .where("id", "=", id)
        .where("state", "=", "live")
        .executeTakeFirst();
      const stored = await db
        .selectFrom("relay_attempt")
        .select("hash")
        .where("transaction_id", "=", id)
        .execute();
      if (row === undefined || stored.length !== attempts.length) return undefined;
      return toReservedWei(row.reserved_gwei);
    },

    /** Writes a transaction before it is sent; from here on it carries its requests. Its id is its first attempt's hash. */
    async insert({ wallet, nonce, digests, worstCaseWei, attempt }: NewTransaction): Promise<void> {
      const id = attempt.hash;
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
      await insertAttempt(id, attempt);
      await db
        .updateTable("relay_request")
        .set({ state: "sent", transaction_id: id, transaction_hash: id })
        .where("digest", "in", digests)
        .execute();
    },

    /** One more form in which the transaction may be mined, and what is then reserved for all of them. */
    async addAttempt({ id, attempt, reservedWei }: NewAttempt): Promise<void> {
      await db
        .updateTable("relay_transaction")
        .set({ reserved_gwei: toReservedGwei(reservedWei) })
        .where("id", "=", id)
        .execute();
      await insertAttempt(id, attempt);
      await updateSent(db, id).set({ transaction_hash: attempt.hash }).execute();
    },

    /**
     * Books the cost, answers the requests that succeeded, and puts the others back into the queue. Returns whether it
     * was not settled before, by another process, or by this one before it was killed.
     */
    async settle({ id, hash, block, costWei, outcomes }: Settlement): Promise<boolean> {
      return await locked(db, async (locking) => {
        const isFirst = await markSettled(locking, id, {
          state: "mined",
          mined_hash: hash,
          block_number: block.number,
          block_hash: block.hash,
          cost_wei: costWei.toString(),
        });
        if (!isFirst) return false;
        await bookPayment({ db: locking, clock, wei: costWei });
        await markMined({ db: locking, clock, outcomes });
        // Only requests that did not succeed are still `sent`.
        await updateSent(locking, id).set({ tries: sql<number>`tries + 1` }).execute();
        await updateSent(locking, id)
          .set(toRefused(keptFailing, clock))
          .where("tries", ">=", MAX_TRIES)
          .execute();
        await requeue(locking, id);
        return true;
      });
    },

    /** Gives up waiting: the requests go back to the queue. A node may have it, so it stays watched. */
    async abandon(ids: Hex[]): Promise<void> {
      await locked(db, async (locking) => {
        for (const id of ids) {
          const row = await locking
            .updateTable("relay_transaction")
            .set({ state: "abandoned" })
            .where("id", "=", id)
            .where("state", "=", "live")
            .returning("id")
            .executeTakeFirst();
          // Stryker disable next-line ConditionalExpression: Only a live transaction has requests that are `sent`, and no others are queued: the condition is a second lock.
          if (row !== undefined) await requeue(locking, id);
        }
      });
    },

    /** Marks it as one that can never be mined: its reservation ends, and its requests are queued, or refused. */
    async void({ id, refusal }: { id: Hex; refusal?: Refusal }): Promise<void> {
      await locked(db, async (locking) => {
        const isFirst = await markSettled(locking, id, { state: "void" });
        // Stryker disable next-line ConditionalExpression: Only a live transaction has requests that are `sent`, and no others change: the condition is a second lock.
        if (!isFirst) return;
        if (refusal !== undefined) await updateSent(locking, id).set(toRefused(refusal, clock)).execute();
        await requeue(locking, id);
      });
    },

    /** A block is not part of the chain any more: its transactions are live again. Returns their number. */
    revive: (lost: { wallet: Address; since: number; blockHash: Hex }) => revive({ db, clock, ...lost }),
  };

  async function findUnsettledWhere(isWanted: RawBuilder<unknown>): Promise<StoredTransaction[]> {
    const rows = await db
      .selectFrom("relay_transaction")
      .selectAll()
      .where("state", "in", ["live", "abandoned"])
      .where(isWanted as RawBuilder<boolean>)
      .orderBy("nonce")
      .orderBy("created_at")
      .execute();
    const attempts = await findAttempts(rows.map(({ id }) => id as Hex));
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
  async function findAttempts(ids: Hex[]): Promise<Map<Hex, Attempt[]>> {
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

  async function insertAttempt(id: Hex, attempt: SignedAttempt): Promise<void> {
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
  }

  function selectMined({ wallet, since }: { wallet: Address; since: number }) {
    return db
      .selectFrom("relay_transaction")
      .where("state", "=", "mined")
      .where("settled_at", ">=", since)
      .where("wallet", "=", wallet);
  }

  async function markSettled(
    locking: LedgerTransaction,
    id: Hex,
    change: Updateable<LedgerSchema["relay_transaction"]> & { state: "mined" | "void" },
  ): Promise<boolean> {
    const { numUpdatedRows } = await locking
      .updateTable("relay_transaction")
      .set({ ...change, settled_at: clock.now() })
      .where("id", "=", id)
      .where("state", "in", ["live", "abandoned"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

/** The requests that a transaction carries. */
function updateSent(db: Kysely<LedgerSchema>, id: Hex) {
  return db.updateTable("relay_request").where("transaction_id", "=", id).where("state", "=", "sent");
}

async function requeue(db: LedgerTransaction, id: Hex): Promise<void> {
  const queued = { state: "queued", checked_at: 0, transaction_id: null, transaction_hash: null } as const;
  await updateSent(db, id).set(queued).execute();
}

type Mined = { db: LedgerTransaction; clock: Clock; outcomes: readonly Outcome[] };

/** Success wins over any earlier state: the chain decides. */
async function markMined({ db, clock, outcomes }: Mined): Promise<void> {
  const answers = outcomes.flatMap(({ digest, result }) =>
    result === null ? [] : [sql`(${digest}, ${JSON.stringify(result)}, ${result.transactionHash})`],
  );
  if (answers.length === 0) return;
  await sql`
    with answer (digest, result, transaction_hash) as (values ${sql.join(answers)})
    update relay_request set
      state = 'mined', result = answer.result, transaction_hash = answer.transaction_hash,
      error = null, error_status = null, finished_at = ${clock.now()}
    from answer where relay_request.digest = answer.digest
  `.execute(db);
}
