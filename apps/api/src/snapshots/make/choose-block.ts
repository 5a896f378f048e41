import type { Kysely } from "kysely";
import { type BlockHeader, parseHeader } from "../../chain/block-header.ts";
import { createChainReader } from "../../chain/chain-reader.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { RpcNode } from "../../chain/rpc-node.ts";
import type { BlockRow, IndexSchema } from "../../index/schema.ts";
import { findRewindRow } from "../../reconcile/plan-mend.ts";
import { SnapshotError } from "../format.ts";

const RETRY_DELAY_MS = 250;

type Options = { db: Kysely<IndexSchema>; nodes: RpcNode[]; registryAddress: string };

/**
 * The block that a snapshot is of: the chain's newest final one, or the index's own if that is older. What came after
 * it is not in the snapshot, however busy the chain is.
 */
export async function chooseBlock(options: Options): Promise<{ checkpoint: BlockRow; block: BlockRow }> {
  const { db } = options;
  const checkpoint = await findKnownBlock(db, "desc", 0);
  if (checkpoint === undefined) throw new SnapshotError("The index is empty");
  const { node, final } = await findFinalBlock(options.nodes);
  // A block that the index stands on, at or above the final one. If the chain has it, the index has the final one, too.
  const known = await findKnownBlock(db, "asc", Math.min(final.number, checkpoint.number));
  const reader = createChainReader({ ...options, node, retryDelayMs: RETRY_DELAY_MS });
  if (known === undefined || (await reader.getBlock(known.number)).hash !== known.hash)
    throw new SnapshotError("The index stands on another chain than the RPC node; try again in a while");
  if (checkpoint.number <= final.number) return { checkpoint, block: checkpoint };
  const { number, hash, timestamp } = final;
  const block = await findRewindRow(db, { number, hash, timestamp });
  if (block === undefined)
    throw new SnapshotError("Too many filings are not final yet; try again when the chain has settled them");
  return { checkpoint, block };
}

async function findKnownBlock(
  db: Kysely<IndexSchema>,
  order: "asc" | "desc",
  from: number,
): Promise<BlockRow | undefined> {
  return db
    .selectFrom("blocks")
    .selectAll()
    .where("number", ">=", from)
    .orderBy("number", order)
    .limit(1)
    .executeTakeFirst();
}

/** By the first node that knows. */
async function findFinalBlock(nodes: RpcNode[]): Promise<{ node: RpcNode; final: BlockHeader }> {
  let reason = "";
  for (const node of nodes) {
    try {
      const answer = await node.request("eth_getBlockByNumber", ["finalized", false]);
      if (answer !== null) return { node, final: parseHeader(answer) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      reason = ` (${error.message})`;
    }
  }
  throw new SnapshotError(`No RPC node tells which block is final${reason}`);
}
