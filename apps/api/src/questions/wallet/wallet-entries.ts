import { AgentsQuery, WalletEntriesResponse, WalletEntrySchema, WalletParam } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import { toNumberedPages, toPageFields } from "../../http/link-pages.ts";
import { parseQuery, parseWallet, toOffset } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { toConsents, toRefusals } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import type { Consents, IndexedAgent, Refusals } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { indexErrors, slowQuery } from "../shared/errors.ts";
import { agreed, listed, noRefusals, page as onePage } from "../shared/examples.ts";
import { toAgentListItem } from "../shared/to-agent.ts";

/** A record that names a wallet; it is the wallet's entry unless the wallet was released from it. */
type NamingRecord = IndexedAgent & {
  isWalletReleased: boolean;
  consents: Consents;
  refusals: Refusals;
};

const PageQuery = AgentsQuery.pick({ page: true, limit: true });

/** All records that ever named a wallet. Not kept, so that a release shows at once. */
export const walletEntries = defineQuestion({
  path: "/wallet/:wallet/entries",
  parse: (c) => ({ wallet: parseWallet(c), ...parseQuery(c, PageQuery) }),
  concerns: ({ wallet }) => ({ wallet }),
  pace: () => "slow",
  async read({ db, vouchFor }, { wallet, page, limit }) {
    const found = await readWalletEntries(db, { wallet, limit, offset: toOffset({ page, limit }) });
    vouchFor(found.records.map((record) => record.agentId));
    return found;
  },
  answer({ total, records }, { page, limit }) {
    const data = records.map((record) => ({
      ...toAgentListItem(record),
      isWalletReleased: record.isWalletReleased,
      consents: record.consents,
      refusals: record.refusals,
    }));
    const body: WalletEntriesResponse = { ...toPageFields({ total, page, limit }), data };
    return { body, pages: toNumberedPages(body) };
  },
  schemas: { WalletEntry: WalletEntrySchema, WalletEntryList: WalletEntriesResponse },
  doc: {
    operationId: "listWalletEntries",
    tag: "Agents",
    hasEtag: true,
    summary: "All records that ever named a wallet, newest first",
    description:
      "At most one, the newest, is the wallet's entry, from which KYA answers. From all others the wallet was released.",
    params: WalletParam,
    query: PageQuery,
    responses: {
      200: {
        description: "Also for a wallet that no record names, without rows. Not cached",
        schema: WalletEntriesResponse,
        example: {
          ...onePage,
          data: [{ ...listed, isWalletReleased: false, consents: agreed, refusals: noRefusals }],
        } satisfies WalletEntriesResponse,
      },
      400: {
        description:
          "Not an address: `Invalid wallet address: <value>`; or a parameter is invalid, which the message names",
      },
      ...indexErrors,
      ...slowQuery,
    },
  },
});

type Page = { wallet: Address; limit: number; offset: number };

/** The records that ever named a wallet, newest first. */
async function readWalletEntries(
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
