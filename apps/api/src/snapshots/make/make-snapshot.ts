import { type Kysely, sql } from "kysely";
import { createChainReader } from "../../chain/chain-reader.ts";
import { type BlockHeader, parseHeader } from "../../chain/node-answers.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { RpcNode } from "../../chain/rpc-node.ts";
import { findNewestBlock } from "../../index/at-block.ts";
import { migrations } from "../../index/migrations.ts";
import type { BlockRow, IndexSchema } from "../../index/schema.ts";
import { readDoubtfulAgents } from "../../reconcile/doubts.ts";
import { findRewindRow } from "../../reconcile/mending.ts";
import {
  SNAPSHOT_TABLES,
  SnapshotError,
  type SnapshotTable,
  type SnapshotTrailer,
  toHeaderLine,
  toTableLine,
  toTrailerLine,
} from "../format.ts";
import { findUndoneRows, mergeUndone } from "./find-undone-rows.ts";
import { type IndexDatabase, type IndexSource, openIndexSource } from "./open-index-source.ts";
import { createSnapshotFile } from "./snapshot-file.ts";

type Options = {
  database: IndexDatabase;
  nodes: RpcNode[];
  registryAddress: string;
  file: string;
  /** Called with the number of a table's rows that are written so far. */
  onProgress?: (table: SnapshotTable, rows: number) => void;
};

/** Writes the index as it was at the chain's newest final block into a file. */
export async function makeSnapshot({ database, file, ...options }: Options) {
  const source = await openIndexSource(database);
  try {
    await expectUsable(source.db);
    const { checkpoint, block } = await chooseBlock({ ...options, db: source.db });
    const header = await readHeader(source.db, block);
    if (header.registryAddress !== options.registryAddress.toLowerCase())
      throw new SnapshotError("The database holds the index of another register");
    return await writeFile({ ...options, source, header, checkpoint, block, file });
  } finally {
    await source.close();
  }
}

type Writing = Pick<Options, "file" | "onProgress"> & {
  source: IndexSource;
  header: Parameters<typeof toHeaderLine>[0];
  checkpoint: BlockRow;
  block: BlockRow;
};

async function writeFile({ source, header, checkpoint, block, onProgress, ...options }: Writing) {
  const undone = await findUndoneRows({ ...source, checkpoint, block });
  const counts = {} as SnapshotTrailer["counts"];
  const target = createSnapshotFile(options.file);
  try {
    await target.add(toHeaderLine(header));
    for (const table of SNAPSHOT_TABLES) {
      await target.add(toTableLine(table));
      counts[table] = 0;
      const stored = source.readLines(table, table === "filings" ? block.last_sequence : undefined);
      for await (const lines of mergeUndone(table, stored, undone.get(table) ?? [])) {
        let text = "";
        for (const line of lines) text += `${line}\n`;
        counts[table] += lines.length;
        await target.add(text);
        onProgress?.(table, counts[table]);
      }
    }
    if (counts.filings !== block.last_sequence || counts.agents !== block.last_agent_id)
      throw new SnapshotError("The index lacks filings or agents: it has to be built anew");
    const sha256 = target.digest();
    const { chainId, registryAddress } = header;
    const file = await target.end(toTrailerLine({ counts, sha256 }));
    return { chainId, registryAddress, block: header.block, counts, sha256, ...file };
  } catch (error) {
    await target.abandon();
    throw error;
  }
}

async function readHeader(db: Kysely<IndexSchema>, block: BlockRow): Promise<Writing["header"]> {
  const state = await db.selectFrom("sync_state").selectAll().executeTakeFirstOrThrow();
  const { chain_id, registry_address, genesis_hash, start_block } = state;
  if (chain_id === null || registry_address === null || genesis_hash === null || start_block === null)
    throw new SnapshotError("The index is of no register yet");
  const { number, hash, timestamp, last_sequence, last_agent_id } = block;
  return {
    chainId: chain_id,
    registryAddress: registry_address,
    genesisHash: genesis_hash,
    startBlock: start_block,
    block: { number, hash, timestamp },
    lastSequence: last_sequence,
    lastAgentId: last_agent_id,
  };
}

/** Of another version, or known to be wrong, an index is not passed on. */
async function expectUsable(db: Kysely<IndexSchema>): Promise<void> {
  const done = await sql<{ name: string }>`select name from index_migration order by name`.execute(db);
  const names = done.rows.map(({ name }) => name);
  if (names.join() !== Object.keys(migrations).sort().join())
    throw new SnapshotError("The index is of another version: start the query API of this version once");
  const doubtful = await readDoubtfulAgents(db);
  if (doubtful.length > 0)
    throw new SnapshotError(`Of ${doubtful.length} agents index and contract tell different things`);
}

const RETRY_DELAY_MS = 250;

/**
 * The block that a snapshot is of: the chain's newest final one, or the index's own if that is older. What came after
 * it is not in the snapshot, however busy the chain is.
 */
async function chooseBlock(
  options: Pick<Options, "nodes" | "registryAddress"> & { db: Kysely<IndexSchema> },
): Promise<{ checkpoint: BlockRow; block: BlockRow }> {
  const { db } = options;
  const checkpoint = await findNewestBlock(db);
  if (checkpoint === undefined) throw new SnapshotError("The index is empty");
  const { node, final } = await findFinalBlock(options.nodes);
  // A block that the index stands on, at or above the final one. If the chain has it, the index has the final one, too.
  const known = await db
    .selectFrom("blocks")
    .selectAll()
    .where("number", ">=", Math.min(final.number, checkpoint.number))
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
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
