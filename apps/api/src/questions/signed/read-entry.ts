import { apiErrors, toAgentStatus } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toConsents } from "../../index/parties.ts";
import { readRetiredWallets } from "../../index/read/retired-wallets.ts";
import type { Consents, EntryKey, IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";

/** What is signed of a record. */
type SignedRecord = Pick<
  IndexedAgent,
  "agentId" | "agentWallet" | "haftungsperson" | "registeredAt" | "lastAttestation" | "status"
> & {
  consents: Consents;
  isWalletReleased: boolean;
  /** The newest block that changed who is named or who has agreed. */
  partiesBlock: number;
};

const COLUMNS = [
  "agent_id",
  "agent_wallet",
  "haftungsperson",
  "registered_at",
  "last_attestation",
  "status",
  "consents",
  "wallet_released",
] as const;

/**
 * What is signed of an entry: its record, or that there is none, and the block and the chain of which that is said.
 * `retiredFrom` is the agent in whose record another wallet took this one's place.
 */
export async function readSignedEntry(at: IndexAtBlock, key: EntryKey) {
  const { db, block, chain, vouchFor } = at;
  if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index is still empty"));
  const record = await readEntry(db, key);
  const retiredFrom =
    record === undefined && "wallet" in key ? await findRetiredFrom(at, key.wallet) : undefined;
  vouchFor([record?.agentId, retiredFrom].filter((agentId) => agentId !== undefined));
  return { chainId: chain.chainId, block, record, retiredFrom };
}

async function findRetiredFrom({ db, engine }: IndexAtBlock, wallet: Address): Promise<number | undefined> {
  return (await readRetiredWallets(db, engine, [wallet])).get(wallet)?.agentId;
}

async function readEntry(db: Kysely<IndexSchema>, key: EntryKey): Promise<SignedRecord | undefined> {
  // Registration comes first; the other places are those of the parties' last words, or 0.
  const partiesBlock = sql<number>`(select max(block_number) from filings where filings.agent_id = agents.agent_id
    and position in (0, wallet_word, haftungsperson_word, parent_word))`;
  const agents = db.selectFrom("agents").select([...COLUMNS, partiesBlock.as("parties_block")]);
  const named =
    "agentId" in key
      ? agents.where("agent_id", "=", key.agentId)
      : agents
          .where("wallet_released", "=", sql.lit(0))
          .where(sql<string>`lower(agent_wallet)`, "=", key.wallet);
  const row = await named.executeTakeFirst();
  if (row === undefined) return undefined;
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
