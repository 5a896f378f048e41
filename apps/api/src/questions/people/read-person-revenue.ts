import { NAMED_CURRENCIES, type PersonRole } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Address } from "viem";
import { fromStoredAmount } from "../../index/counter-keys.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { fromStoredText } from "../../index/stored-values.ts";

export type CurrencySum = { currency: string; amount: bigint; reports: number };

/**
 * What one person's agents have reported, in the currencies with most reports: amounts of different currencies cannot be
 * compared, and one report of a made-up currency could be the largest.
 */
export async function readPersonRevenue(
  db: Kysely<IndexSchema>,
  { role, address }: { role: PersonRole; address: Address },
): Promise<{ revenue: CurrencySum[]; moreCurrencies: number }> {
  const rows = await db
    .selectFrom("person_revenue")
    .select(["currency", "amount", "reports"])
    .select((eb) => eb.fn.countAll<number>().over().as("currencies"))
    .where("role", "=", role)
    .where("person", "=", address)
    .orderBy("reports", "desc")
    .orderBy("currency")
    .limit(NAMED_CURRENCIES)
    .execute();
  return {
    revenue: rows.map(({ currency, amount, reports }) => ({
      currency: fromStoredText(currency),
      amount: fromStoredAmount(amount),
      reports,
    })),
    moreCurrencies: (rows[0]?.currencies ?? 0) - rows.length,
  };
}
