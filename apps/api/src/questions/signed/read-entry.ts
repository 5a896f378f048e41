import { apiErrors, findBestCertificate } from "@agent-registry/protocol";
import type { BindingClaims } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { type Kysely, sql } from "kysely";
import type { Address } from "viem";
import { NO_AGENT } from "../../chain/decode-event.ts";
import type { Register } from "../../http/register.ts";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toConsents } from "../../index/parties.ts";
import { toIndexedAgent } from "../../index/read/read-agent.ts";
import { ofData, readCertificates } from "../../index/read/read-certificates.ts";
import { readRetiredWallets } from "../../index/read/retired-wallets.ts";
import type { Consents, EntryKey, IndexedAgent } from "../../index/records.ts";
import type { IndexSchema } from "../../index/schema.ts";

/** A record, of which much is signed. */
type SignedRecord = IndexedAgent & {
  consents: Consents;
  isWalletReleased: boolean;
  /** The newest block that changed who is named, who has agreed, or what is certified. */
  partiesBlock: number;
  /** Of the Haftungsperson's certificates that count the best one. */
  certified?: BindingClaims["certified"];
};

/**
 * What is signed of an entry: its record, or that there is none, and the block and the chain of which that is said.
 * `retiredFrom` is the agent in whose record another wallet took this one's place.
 */
export async function readSignedEntry(at: IndexAtBlock, key: EntryKey, { now }: Pick<Register, "now">) {
  const { db, block, chain, vouchFor } = at;
  if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index is still empty"));
  const entry = await readEntry(db, key);
  const record = entry && (await addCertified(at, entry, now()));
  const retiredFrom =
    record === undefined && "wallet" in key ? await findRetiredFrom(at, key.wallet) : undefined;
  vouchFor([record?.agentId, retiredFrom].filter((agentId) => agentId !== undefined));
  return { chainId: chain.chainId, block, record, retiredFrom };
}

/** A token that names no certificate says nothing of certificates. */
async function addCertified(at: IndexAtBlock, entry: SignedRecord, now: number): Promise<SignedRecord> {
  const person = entry.haftungsperson.toLowerCase();
  const certificates = (await readCertificates(at, [person], at.lastSequence)).get(person) ?? [];
  const best = findBestCertificate(certificates, now);
  if (best === undefined) return entry;
  at.vouchFor([NO_AGENT]);
  const { kind, level, until } = best;
  const notary = best.notary.toLowerCase() as Address;
  const { rows } = await sql<{ block: number | null }>`select max(block_number) as block from filings
    where kind in (14, 15, 16) and ${ofData(at.engine, "person")} = ${person}
    union all select max(block_number) from filings
    where kind in (17, 18) and ${ofData(at.engine, "notary")} = ${notary}`.execute(at.db);
  return {
    ...entry,
    certified: { notary, kind, level, until },
    partiesBlock: Math.max(entry.partiesBlock, ...rows.map(({ block }) => block ?? 0)),
  };
}

async function findRetiredFrom({ db, engine }: IndexAtBlock, wallet: Address): Promise<number | undefined> {
  return (await readRetiredWallets(db, engine, [wallet])).get(wallet)?.agentId;
}

async function readEntry(db: Kysely<IndexSchema>, key: EntryKey): Promise<SignedRecord | undefined> {
  // Registration comes first; the other places are those of the parties' last words, or 0.
  const partiesBlock = sql<number>`(select max(block_number) from filings where filings.agent_id = agents.agent_id
    and position in (0, wallet_word, haftungsperson_word, parent_word))`;
  const agents = db.selectFrom("agents").selectAll().select(partiesBlock.as("parties_block"));
  const named =
    "agentId" in key
      ? agents.where("agent_id", "=", key.agentId)
      : agents
          .where("wallet_released", "=", sql.lit(0))
          .where(sql<string>`lower(agent_wallet)`, "=", key.wallet);
  const row = await named.executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    ...toIndexedAgent(row),
    consents: toConsents(row.consents),
    isWalletReleased: row.wallet_released === 1,
    partiesBlock: row.parties_block,
  };
}
