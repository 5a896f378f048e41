import type { RelayResponse } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Kysely, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import type { Refusal } from "../checks/relay-check.ts";
import { bookPayment } from "./budget.ts";
import { type LedgerTransaction, locked } from "./locked.ts";
import { toRefused } from "./request-store.ts";
import type { LedgerSchema, TransactionState } from "./schema.ts";

export type Attempt = {
  hash: Hex;
  raw: Hex;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  createdAt: number;
};

export type StoredTransaction = {
  id: Hex;
  nonce: number;
  digests: Hex[];
  state: TransactionState;
  createdAt: number;
  /** Oldest first. Any of them may be the one that is mined. */
  attempts: Attempt[];
};

/** What a mined transaction did to one of its requests. */
export type Outcome = { digest: Hex; result: RelayResponse | null };

export type TransactionStore = ReturnType<typeof createTransactionStore>;

/** How often a request may fail in a transaction although its simulation succeeds. */
const MAX_TRIES = 3;
const keptFailing: Refusal = {
  status: 500,
  error: "Contract reverted: the call fails only when it is mined",
};

/** The wallet's transactions that are not settled yet, and the ways in which they come to an end. */
export function createTransactionStore({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    /** By nonce. */
    async findUnsettled(wallet: Address): Promise<StoredTransaction[]> {
      return await readUnsettled({ db, wallet });
    },

    /** What other wallets sent before a moment and is not settled. */
    async findLeftBehind({ wallet, before }: { wallet: Address; before: number }) {
      const isLeft = sql<boolean>`wallet <> ${wallet} and created_at < ${before}`;
      return await readWhere({ db, isWanted: isLeft });
    },

    /** Books the cost, answers the requests that succeeded, and puts the others back into the queue. */
    async settle(options: { id: Hex; hash: Hex; costWei: bigint; outcomes: Outcome[] }): Promise<boolean> {
      return await locked(db, async (transaction) => {
        const isFirst = await finish(transaction, options.id, {
          state: "mined",
          mined_hash: options.hash,
          cost_wei: options.costWei.toString(),
        });
        // Another process, or this one before it was killed, has been here already.
        if (!isFirst) return false;
        await bookPayment({ db: transaction, clock, wei: options.costWei });
        for (const { digest, result } of options.outcomes) {
          if (result !== null) await markMined({ db: transaction, clock, digest, result });
        }
        await countFailure(transaction, options.id);
        await requeue(transaction, options.id);
        return true;
      });
    },

    /** Whether another transaction of ours was mined in this one's place. */
    async wasOvertaken({ wallet, transaction }: { wallet: Address; transaction: StoredTransaction }) {
      const other = await db
        .selectFrom("relay_transaction")
        .select("id")
        .where("wallet", "=", wallet)
        .where("nonce", "=", transaction.nonce)
        .where("state", "=", "mined")
        // An older one was mined on a chain that has been reset since.
        .where("created_at", ">=", transaction.createdAt)
        .executeTakeFirst();
      return other !== undefined;
    },

    /** Gives up waiting: the requests go back to the queue. A node may have it, so it stays watched. */
    async abandon(ids: Hex[]): Promise<void> {
      await locked(db, async (transaction) => {
        for (const id of ids) {
          const row = await transaction
            .updateTable("relay_transaction")
            .set({ state: "abandoned" })
            .where("id", "=", id)
            .where("state", "=", "live")
            .returning("id")
            .executeTakeFirst();
          if (row !== undefined) await requeue(transaction, id);
        }
      });
    },

    /** It can never be mined: nothing is reserved for it any more, and its requests are queued, or refused. */
    async void({ id, refusal }: { id: Hex; refusal?: Refusal }): Promise<void> {
      await locked(db, async (transaction) => {
        const isFirst = await finish(transaction, id, { state: "void" });
        if (!isFirst) return;
        if (refusal !== undefined) await refuseAll(transaction, { id, refusal });
        await requeue(transaction, id);
      });
    },
  };

  async function finish(
    transaction: LedgerTransaction,
    id: Hex,
    change: { state: "mined" | "void"; mined_hash?: Hex; cost_wei?: string },
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable("relay_transaction")
      .set({ ...change, settled_at: clock.now() })
      .where("id", "=", id)
      .where("state", "in", ["live", "abandoned"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Of the requests that this transaction carries still, none has succeeded. */
  async function requeue(transaction: LedgerTransaction, id: Hex): Promise<void> {
    await transaction
      .updateTable("relay_request")
      .set({ state: "queued", checked_at: 0, transaction_id: null, transaction_hash: null })
      .where("transaction_id", "=", id)
      .where("state", "=", "sent")
      .execute();
  }

  async function countFailure(transaction: LedgerTransaction, id: Hex): Promise<void> {
    const failed = transaction
      .updateTable("relay_request")
      .where("transaction_id", "=", id)
      .where("state", "=", "sent");
    await failed.set({ tries: sql<number>`tries + 1` }).execute();
    await failed.set(toRefused(keptFailing, clock)).where("tries", ">=", MAX_TRIES).execute();
  }

  async function refuseAll(transaction: LedgerTransaction, options: { id: Hex; refusal: Refusal }) {
    await transaction
      .updateTable("relay_request")
      .set(toRefused(options.refusal, clock))
      .where("transaction_id", "=", options.id)
      .where("state", "=", "sent")
      .execute();
  }
}

/** Success wins over whatever was thought before: the chain is the truth. */
async function markMined({
  db,
  clock,
  digest,
  result,
}: {
  db: Kysely<LedgerSchema>;
  clock: Clock;
  digest: Hex;
  result: RelayResponse;
}): Promise<void> {
  await db
    .updateTable("relay_request")
    .set({
      state: "mined",
      result: JSON.stringify(result),
      transaction_hash: result.transactionHash,
      error: null,
      error_status: null,
      finished_at: clock.now(),
    })
    .where("digest", "=", digest)
    .execute();
}

export async function readUnsettled({
  db,
  wallet,
}: {
  db: Kysely<LedgerSchema>;
  wallet: Address;
}): Promise<StoredTransaction[]> {
  return await readWhere({ db, isWanted: sql<boolean>`wallet = ${wallet}` });
}

async function readWhere({
  db,
  isWanted,
}: {
  db: Kysely<LedgerSchema>;
  isWanted: RawBuilder<boolean>;
}): Promise<StoredTransaction[]> {
  const rows = await db
    .selectFrom("relay_transaction")
    .selectAll()
    .where("state", "in", ["live", "abandoned"])
    .where(isWanted)
    .orderBy("nonce")
    .orderBy("created_at")
    .execute();
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom("relay_attempt")
    .selectAll()
    .where(
      "transaction_id",
      "in",
      rows.map((row) => row.id),
    )
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    id: row.id as Hex,
    nonce: row.nonce,
    digests: JSON.parse(row.digests),
    state: row.state,
    createdAt: row.created_at,
    attempts: attempts
      .filter((attempt) => attempt.transaction_id === row.id)
      .map((attempt) => ({
        hash: attempt.hash as Hex,
        raw: attempt.raw as Hex,
        maxFeePerGas: BigInt(attempt.max_fee_wei),
        maxPriorityFeePerGas: BigInt(attempt.tip_wei),
        createdAt: attempt.created_at,
      })),
  }));
}
