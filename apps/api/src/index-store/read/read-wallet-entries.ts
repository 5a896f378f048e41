import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import { toConsents, toRefusals } from "../consents.ts";
import type { NamingRecord } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { toIndexedAgent } from "./to-indexed-agent.ts";

type Page = { wallet: Address; limit: number; offset: number };

/** The records that ever named a wallet, newest first. */
export async function readWalletEntries(
  db: Kysely<IndexSchema>,
  { wallet, limit, offset }: Page,
): Promise<{ total: number; records: NamingRecord[] }> {
  const [bound, released] = [named(db, wallet, 0), named(db, wallet, 1)];
  const counted = await db
    .selectFrom(bound.select("agent_id").unionAll(released.select("agent_id")).as("named"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirst();
  // No more than the page needs: PostgreSQL would sort all of them.
  const upToPage = Math.min(offset + limit, Number.MAX_SAFE_INTEGER);
  const newestReleased = released.selectAll().orderBy("agent_id", "desc").limit(upToPage);
  const rows = await bound
    .selectAll()
    .unionAll(db.selectFrom(newestReleased.as("released")).selectAll())
    .orderBy("agent_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const records = rows.map((row) => ({
    ...toIndexedAgent(row),
    isWalletReleased: row.wallet_released === 1,
    consents: toConsents(row.consents),
    refusals: toRefusals(row.refusals),
  }));
  return { total: counted?.total ?? 0, records };
}

/** The conditions are those of the two indexes by wallet, each of which knows half of the records. */
function named(db: Kysely<IndexSchema>, wallet: Address, isReleased: 0 | 1) {
  return db
    .selectFrom("agents")
    .where("wallet_released", "=", sql.lit(isReleased))
    .where(sql`lower(agent_wallet)`, "=", wallet);
}
