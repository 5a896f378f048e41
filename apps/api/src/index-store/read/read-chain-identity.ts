import type { ChainIdentity } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import type { Hex } from "viem";
import type { IndexSchema } from "../schema.ts";

/** Which chain this is the index of; undefined until a node has answered for the first time. */
export async function readChainIdentity(db: Kysely<IndexSchema>): Promise<ChainIdentity | undefined> {
  const row = await db.selectFrom("sync_state").select(["chain_id", "genesis_hash"]).executeTakeFirst();
  if (row === undefined || row.chain_id === null || row.genesis_hash === null) return undefined;
  return { chainId: row.chain_id, genesisHash: row.genesis_hash as Hex };
}
