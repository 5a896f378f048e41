import { AgentsQuery, toTimestamp, WalletEntriesResponse, WalletEntrySchema } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import { toPageFields } from "../../http/link-pages.ts";
import { toOffset } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toConsents, toRefusals } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import { type RetiredWallet, readRetiredWallets } from "../../index/read/retired-wallets.ts";
import type { Consents, IndexedAgent, Refusals } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { agreed, listed, noRefusals, page as onePage } from "../shared/examples.ts";
import { toAgentListItem } from "../shared/to-agent.ts";

/** A record that names a wallet or once did; it is the wallet's entry unless that was released from it or replaced. */
type NamingRecord = IndexedAgent & {
  isWalletReleased: boolean;
  retired: RetiredWallet | undefined;
  consents: Consents;
  refusals: Refusals;
};

const PageQuery = AgentsQuery.pick({ page: true, limit: true });

/** All records that ever named a wallet. Not kept, so that a release or a replacement shows at once. */
export const walletEntries = defineQuestion({
  path: "/wallet/:wallet/entries",
  query: PageQuery,
  response: WalletEntriesResponse,
  pace: () => "slow",
  async read(at, { wallet, page, limit }) {
    const found = await readWalletEntries(at, { wallet, limit, offset: toOffset({ page, limit }) });
    at.vouchFor(found.records.map((record) => record.agentId));
    return found;
  },
  answer({ total, records }, { page, limit }) {
    const data = records.map((record) => ({
      ...toAgentListItem(record),
      isWalletReleased: record.isWalletReleased,
      retired: record.retired === undefined ? null : toRetirement(record.retired),
      consents: record.consents,
      refusals: record.refusals,
    }));
    return { body: { ...toPageFields({ total, page, limit }), data } };
  },
  schemas: { WalletEntry: WalletEntrySchema, WalletEntryList: WalletEntriesResponse },
  doc: {
    operationId: "listWalletEntries",
    tag: "Agents",
    summary: "All records that ever named a wallet, newest first",
    description:
      "At most one, the newest, is the wallet's entry, from which KYA answers. From all others the wallet was released; or another wallet took its place, which `agentWallet` and `consents` are then about.",
    answer: "Also for a wallet that no record names, without rows. Not cached",
    example: {
      ...onePage,
      data: [{ ...listed, isWalletReleased: false, retired: null, consents: agreed, refusals: noRefusals }],
    },
  },
});

function toRetirement({ since, transactionHash }: RetiredWallet) {
  return { since: toTimestamp(since), transactionHash };
}

type Page = { wallet: Address; limit: number; offset: number };

/** The records that ever named a wallet, newest first. */
async function readWalletEntries(
  { db, engine }: Pick<IndexAtBlock, "db" | "engine">,
  { wallet, limit, offset }: Page,
): Promise<{ total: number; records: NamingRecord[] }> {
  const retired = (await readRetiredWallets(db, engine, [wallet])).get(wallet);
  // A wallet that was replaced is bound to no record any more. No record that it was released from is newer.
  const entry =
    retired === undefined
      ? named(db, wallet, 0)
      : db.selectFrom("agents").where("agent_id", "=", retired.agentId);
  const released = named(db, wallet, 1);
  const counted = await db
    .selectFrom(entry.select("agent_id").unionAll(released.select("agent_id")).as("named"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirst();
  // No more than the page needs: PostgreSQL would sort all of them.
  const upToPage = Math.min(offset + limit, Number.MAX_SAFE_INTEGER);
  const newestReleased = released.selectAll().orderBy("agent_id", "desc").limit(upToPage);
  const rows = await entry
    .selectAll()
    .unionAll(db.selectFrom(newestReleased.as("released")).selectAll())
    .orderBy("agent_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const records = rows.map((row) => ({
    ...toIndexedAgent(row),
    isWalletReleased: row.wallet_released === 1,
    retired: row.agent_id === retired?.agentId ? retired : undefined,
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
