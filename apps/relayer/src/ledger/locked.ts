import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { LedgerSchema } from "./schema.ts";

export type LedgerTransaction = Transaction<LedgerSchema>;

/**
 * Runs `work` while nobody else, in this process or another, decides about money or wallet nonces.
 * The lock is a row: PostgreSQL holds it until the commit, and for SQLite writing first takes the
 * write lock at once, where reading first could fail half-way. Never wait for the network in here.
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
