import { checksumAddress } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Address, Hash } from "viem";
import { type FilingData, toKindNumber } from "../filing-data.ts";
import type { FilingRow, IndexSchema } from "../schema.ts";

// As literals, and as in the indexes `replacements_by_former` and `filings_of_standing`: a database uses an index of some
// rows only if it sees the condition of that index.
const IS_REPLACEMENT = sql<boolean>`kind = ${sql.lit(toKindNumber("wallet-changed"))}`;
const IS_NO_REPORT = sql<boolean>`kind <> ${sql.lit(toKindNumber("revenue-reported"))}`;

/**
 * The wallet that was replaced, in lower case. Written as in the index `replacements_by_former`, or the database would
 * not use it.
 */
export const FORMER_WALLET = { sqlite: "(data ->> 'oldWallet')", postgres: "(data::json ->> 'oldWallet')" };

/** By which filing another wallet took a wallet's place. Times are in seconds. */
export type RetiredWallet = { agentId: number; since: number; transactionHash: Hash };

/**
 * Those of the wallets, in lower case, that were replaced, by wallet. A wallet is replaced at most once, and no entry
 * has it afterwards.
 */
export async function readRetiredWallets(
  db: Kysely<IndexSchema>,
  engine: Engine,
  wallets: readonly string[],
): Promise<Map<string, RetiredWallet>> {
  if (wallets.length === 0) return new Map();
  const rows = await toRetiredQuery(db, engine, wallets).execute();
  return new Map(
    rows.map((row) => [
      row.wallet,
      { agentId: row.agent_id, since: row.timestamp, transactionHash: row.transaction_hash as Hash },
    ]),
  );
}

/** All wallets are one parameter, so that any number of them is one statement. */
export function toRetiredQuery(db: Kysely<IndexSchema>, engine: Engine, wallets: readonly string[]) {
  const wallet = sql.raw<string>(FORMER_WALLET[engine]);
  const isAsked =
    engine === "sqlite"
      ? sql<boolean>`${wallet} in (select value from json_each(${JSON.stringify(wallets)}))`
      : sql<boolean>`${wallet} = any(${[...wallets]})`;
  return db
    .selectFrom("filings")
    .select(["agent_id", "timestamp", "transaction_hash", wallet.as("wallet")])
    .where(IS_REPLACEMENT)
    .where(isAsked);
}

/** One of an agent's wallets, with the filing by which it became that. Times are in seconds. */
type AgentWallet = { wallet: Address; since: number; until: number | null; transactionHash: Hash };

/**
 * The wallets that an agent has had, newest first. Reads no more rows than the page has; those before it are counted in
 * an index. Undefined for an unknown agent.
 */
export async function readAgentWallets(
  db: Kysely<IndexSchema>,
  agentId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; wallets: AgentWallet[] } | undefined> {
  const registration = await db
    .selectFrom("filings")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("position", "=", 0)
    .executeTakeFirst();
  if (registration === undefined) return undefined;
  const replacements = toReplacements(db, agentId);
  const counted = await replacements.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirst();
  const total = (counted?.total ?? 0) + 1;
  // The filing before the page shows until when the first wallet of the page was the agent's.
  const skipped = Math.max(0, offset - 1);
  const rows = await replacements
    .selectAll()
    .orderBy("sequence", "desc")
    .limit(offset - skipped + limit)
    .offset(skipped)
    .execute();
  if (offset + limit >= total) rows.push(registration);
  const wallets = rows.map((row, i) => toAgentWallet(row, rows[i - 1]));
  return { total, wallets: offset >= total ? [] : wallets.slice(offset - skipped) };
}

export function toReplacements(db: Kysely<IndexSchema>, agentId: number) {
  return db.selectFrom("filings").where("agent_id", "=", agentId).where(IS_NO_REPORT).where(IS_REPLACEMENT);
}

function toAgentWallet(row: FilingRow, next: FilingRow | undefined): AgentWallet {
  const data = JSON.parse(row.data) as Partial<FilingData["wallet-changed"] & FilingData["registered"]>;
  return {
    wallet: checksumAddress(data.newWallet ?? (data.agentWallet as string)),
    since: row.timestamp,
    until: next?.timestamp ?? null,
    transactionHash: row.transaction_hash as Hash,
  };
}
