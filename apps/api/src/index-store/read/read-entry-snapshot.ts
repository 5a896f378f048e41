import { toAgentStatus } from "@agent-registry/protocol";
import { type Kysely, sql } from "kysely";
import type { Address, Hash } from "viem";
import { toConsents } from "../consents.ts";
import type { EntryKey, EntrySnapshot } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";

const COLUMNS = [
  "agents.agent_id",
  "agents.agent_wallet",
  "agents.haftungsperson",
  "agents.registered_at",
  "agents.last_attestation",
  "agents.status",
  "agents.consents",
  "agents.wallet_released",
] as const;

/** One statement, so that record and block agree on both engines. */
export async function readEntrySnapshot(
  db: Kysely<IndexSchema>,
  key: EntryKey,
): Promise<EntrySnapshot | undefined> {
  const newest = db
    .selectFrom("blocks")
    .select(["number", "hash", "timestamp"])
    .orderBy("number", "desc")
    .limit(1)
    .as("newest");
  // Registration comes first; the other places are those of the parties' last words, or 0.
  const partiesBlock = sql<number>`(select max(block_number) from filings where filings.agent_id = agents.agent_id
    and position in (0, wallet_word, haftungsperson_word, parent_word))`;
  const row = await db
    .selectFrom(newest)
    .innerJoin("sync_state", (join) => join.onTrue())
    .leftJoin("agents", (join) =>
      "agentId" in key
        ? join.on("agents.agent_id", "=", key.agentId)
        : join
            .on("agents.wallet_released", "=", sql.lit(0))
            .on(sql`lower(agents.agent_wallet)`, "=", key.wallet),
    )
    .select(["newest.number", "newest.hash", "newest.timestamp", "sync_state.chain_id", ...COLUMNS])
    .select(partiesBlock.as("parties_block"))
    .executeTakeFirst();
  if (row === undefined || row.chain_id === null) return undefined;
  const { number, hash, timestamp } = row;
  return {
    chainId: row.chain_id,
    block: { number, hash: hash as Hash, timestamp },
    record: row.agent_id === null ? undefined : toRecord(row as Row),
  };
}

type Row = {
  agent_id: number;
  agent_wallet: string;
  haftungsperson: string;
  registered_at: number;
  last_attestation: number;
  status: number;
  consents: number;
  wallet_released: number;
  parties_block: number;
};

function toRecord(row: Row): NonNullable<EntrySnapshot["record"]> {
  return {
    agentId: row.agent_id,
    agentWallet: row.agent_wallet as Address,
    haftungsperson: row.haftungsperson as Address,
    registeredAt: row.registered_at,
    lastAttestation: row.last_attestation,
    status: toAgentStatus(row.status),
    consents: toConsents(row.consents),
    isWalletReleased: row.wallet_released === 1,
    partiesBlock: row.parties_block,
  };
}
