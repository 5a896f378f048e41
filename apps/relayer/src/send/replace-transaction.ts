import type { Clock } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Hex, keccak256, type LocalAccount, parseTransaction, size } from "viem";
import { readSpending, toReservedGwei } from "../ledger/budget.ts";
import { insertAttempt } from "../ledger/insert-transaction.ts";
import { locked } from "../ledger/locked.ts";
import type { LedgerSchema } from "../ledger/schema.ts";
import type { StoredTransaction } from "../ledger/transaction-store.ts";
import type { Fees } from "./fees.ts";

type Deps = { db: Kysely<LedgerSchema>; clock: Clock; account: LocalAccount; budgetWei: bigint };
type Options = { transaction: StoredTransaction; fees: Fees; toDataFee: (bytes: number) => bigint };

/**
 * Signs the same transaction again at a higher price, if the budget has room for the difference.
 * Returns what is to be sent, or undefined where nothing is: somebody else was faster, it is over, or
 * there is no room.
 */
export function createReplacer({ db, clock, account, budgetWei }: Deps) {
  return async function replaceTransaction(options: Options): Promise<Hex | undefined> {
    const { transaction, fees, toDataFee } = options;
    const newest = transaction.attempts.at(-1);
    if (newest === undefined) return undefined;
    const { to, nonce, gas, data, chainId } = parseTransaction(newest.raw);
    if (!to || gas === undefined || data === undefined || chainId === undefined) return undefined;
    const envelope = { type: "eip1559", chainId, to, nonce: nonce ?? 0, gas, data } as const;
    const worstCaseGwei = toReservedGwei(gas * fees.maxFeePerGas + toDataFee(size(newest.raw)));

    return await locked(db, async (locking) => {
      const row = await locking
        .selectFrom("relay_transaction")
        .select("reserved_gwei")
        .where("id", "=", transaction.id)
        .where("state", "=", "live")
        .executeTakeFirst();
      const attempts = await locking
        .selectFrom("relay_attempt")
        .select("hash")
        .where("transaction_id", "=", transaction.id)
        .execute();
      if (row === undefined || attempts.length !== transaction.attempts.length) return undefined;

      // Only one of the attempts can be mined, so the dearest is the worst case of all.
      const reservedGwei = Math.max(row.reserved_gwei, worstCaseGwei);
      const { paidWei, reservedWei } = await readSpending({ db: locking, clock });
      const extraWei = BigInt(reservedGwei - row.reserved_gwei) * 1_000_000_000n;
      if (paidWei + reservedWei + extraWei > budgetWei) return undefined;

      const raw = await account.signTransaction({ ...envelope, ...fees });
      await locking
        .updateTable("relay_transaction")
        .set({ reserved_gwei: reservedGwei })
        .where("id", "=", transaction.id)
        .execute();
      await insertAttempt({ db: locking, clock, id: transaction.id, hash: keccak256(raw), raw, fees });
      return raw;
    });
  };
}
