import type { RelayResponse } from "@agent-registry/protocol";
import type { Clock } from "@agent-registry/service";
import type { Kysely, Updateable } from "kysely";
import { sql } from "kysely";
import type { Address, Hex } from "viem";
import { bookPayment } from "./budget.ts";
import { toRefused } from "./request-store.ts";
import { revive } from "./revive.ts";
import { type LedgerSchema, type LedgerTransaction, locked, type Refusal } from "./schema.ts";
import {
  type MinedBlock,
  readHeldNonces,
  readMinedBlocks,
  readOrphaned,
  readRaw,
  readUnsettled,
  type StoredTransaction,
} from "./transaction-rows.ts";

/** What a mined transaction did to one of its requests. */
export type Outcome = { digest: Hex; result: RelayResponse | null };

type Settlement = { id: Hex; hash: Hex; block: MinedBlock; costWei: bigint; outcomes: Outcome[] };

export type TransactionStore = ReturnType<typeof createTransactionStore>;

/** How often a request may fail in a transaction although its simulation succeeds. */
const MAX_TRIES = 3;
const keptFailing: Refusal = {
  status: 500,
  error: "Contract reverted: the call fails only when it is mined",
};

/** The wallet's transactions that are not settled yet, and the ways in which they are settled. */
export function createTransactionStore({ db, clock }: { db: Kysely<LedgerSchema>; clock: Clock }) {
  return {
    findUnsettled: (wallet: Address) => readUnsettled({ db, wallet }),
    async countLive(wallet: Address): Promise<number> {
      return (await readHeldNonces({ db, wallet })).filter(({ state }) => state === "live").length;
    },
    getRaw: (hash: Hex) => readRaw({ db, hash }),
    findOrphaned: (other: { wallet: Address; before: number }) => readOrphaned({ db, ...other }),

    /** Books the cost, answers the requests that succeeded, and puts the others back into the queue. */
    settle: (settlement: Settlement) => locked(db, (transaction) => settle(transaction, settlement)),

    /** The blocks that hold what was settled since a moment, newest first. */
    findMinedBlocks: (mined: { wallet: Address; since: number }) => readMinedBlocks({ db, ...mined }),

    /** A block is not part of the chain any more: its transactions are live again. Returns their number. */
    revive: (lost: { wallet: Address; since: number; blockHash: Hex }) => revive({ db, clock, ...lost }),

    /** Whether another transaction of ours was mined with this one's nonce. */
    async wasOvertaken({ wallet, transaction }: { wallet: Address; transaction: StoredTransaction }) {
      const other = await db
        .selectFrom("relay_transaction")
        .select("id")
        .where("wallet", "=", wallet)
        .where("nonce", "=", transaction.nonce)
        .where("state", "=", "mined")
        // One that was settled earlier was mined on a chain that has been reset since.
        .where("settled_at", ">=", transaction.createdAt)
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
          // Stryker disable next-line ConditionalExpression: Only a live transaction has requests that are `sent`, and no others are queued: the condition is a second lock.
          if (row !== undefined) await requeue(transaction, id);
        }
      });
    },

    /** Marks it as one that can never be mined: its reservation ends, and its requests are queued, or refused. */
    async void({ id, refusal }: { id: Hex; refusal?: Refusal }): Promise<void> {
      await locked(db, async (transaction) => {
        const isFirst = await markSettled(transaction, id, { state: "void" });
        // Stryker disable next-line ConditionalExpression: Only a live transaction has requests that are `sent`, and no others change: the condition is a second lock.
        if (!isFirst) return;
        if (refusal !== undefined) await refuseAll(transaction, { id, refusal });
        await requeue(transaction, id);
      });
    },
  };

  async function settle(
    transaction: LedgerTransaction,
    { id, hash, block, costWei, outcomes }: Settlement,
  ): Promise<boolean> {
    const isFirst = await markSettled(transaction, id, {
      state: "mined",
      mined_hash: hash,
      block_number: block.number,
      block_hash: block.hash,
      cost_wei: costWei.toString(),
    });
    // Another process, or this one before it was killed, has settled it already.
    if (!isFirst) return false;
    await bookPayment({ db: transaction, clock, wei: costWei });
    await markMined({ db: transaction, clock, outcomes });
    await countFailure(transaction, id);
    await requeue(transaction, id);
    return true;
  }

  async function markSettled(
    transaction: LedgerTransaction,
    id: Hex,
    change: Updateable<LedgerSchema["relay_transaction"]> & { state: "mined" | "void" },
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable("relay_transaction")
      .set({ ...change, settled_at: clock.now() })
      .where("id", "=", id)
      .where("state", "in", ["live", "abandoned"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Only requests that did not succeed are still `sent` here. */
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

/** Success wins over any earlier state: the chain decides. */
async function markMined({
  db,
  clock,
  outcomes,
}: {
  db: LedgerTransaction;
  clock: Clock;
  outcomes: readonly Outcome[];
}): Promise<void> {
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
