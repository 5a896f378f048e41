import { openDatabase } from "@agent-registry/service";
import { type ChainReader, createChainReader } from "../../chain/chain-reader.ts";
import { createRecordSource } from "../../chain/record-source.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { RpcNode } from "../../chain/rpc-node.ts";
import { migrations } from "../../index/migrations.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { SnapshotError, type SnapshotHeader, type SnapshotTable } from "../format.ts";
import { checkSample } from "./check-sample.ts";
import type { RestoreTarget } from "./note-state.ts";
import { parseSnapshot } from "./parse-snapshot.ts";
import { openPostgresTarget } from "./postgres-target.ts";
import { openSqliteTarget } from "./sqlite-target.ts";

const RETRY_DELAY_MS = 250;

type Options = {
  file: string;
  database: { databaseUrl?: string | undefined; dataDir: string };
  nodes: RpcNode[];
  registryAddress: string;
  /** As the query API will have it: an index with another one would be built anew. */
  startBlock?: number | undefined;
  /** How many agents are compared with the contract. */
  sample: number;
  /** What the snapshot's SHA-256 must be, if the operator knows. */
  sha256?: string | undefined;
  /** Called each time the database does not answer yet. */
  onWait?: (reason: string) => void;
  onProgress?: (step: { table: SnapshotTable; rows: number } | "indexing" | "comparing") => void;
};

/** Fills an empty index from a snapshot. Nothing of it is there unless all of it is right. */
export async function restoreSnapshot(options: Options) {
  return await withRestoreTarget(options, (target) => fill(target, options));
}

/** Opens an empty index for `fill`, which commits what it has filled in; otherwise nothing of it stays. */
export async function withRestoreTarget<T>(
  { database: { databaseUrl, dataDir }, onWait }: Pick<Options, "database" | "onWait">,
  fill: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<IndexSchema>({
    databaseUrl,
    dataDir,
    fileName: "index.sqlite",
    migrations,
    maxConnections: 1,
    ...(onWait !== undefined && { onWait }),
  });
  const { db, sqlite } = database;
  try {
    const target =
      sqlite === undefined
        ? await openPostgresTarget(databaseUrl ?? "")
        : await openSqliteTarget({ db, sqlite, dataDir });
    try {
      return await fill(target);
    } finally {
      await target.close();
    }
  } finally {
    await database.close();
  }
}

async function fill(target: RestoreTarget, options: Options) {
  const { file, nodes, onProgress } = options;
  const registryAddress = options.registryAddress.toLowerCase();
  const peers = nodes.map((node) => ({
    reader: createChainReader({ node, registryAddress, retryDelayMs: RETRY_DELAY_MS }),
    source: createRecordSource({ node, registryAddress }),
  }));
  let header: SnapshotHeader | undefined;
  let done = 0;
  const { counts, sha256 } = await parseSnapshot(file, {
    async onHeader(found) {
      if (found.registryAddress !== registryAddress)
        throw new SnapshotError(`The snapshot is of the register at ${found.registryAddress}`);
      await checkChain(
        peers.map(({ reader }) => reader),
        found,
      );
      header = found;
    },
    async onRows(table, rows) {
      await target.insert(table, rows);
      done += rows.length;
      onProgress?.({ table, rows: done });
    },
  });
  if (header === undefined) throw new SnapshotError("The snapshot is cut off");
  if (options.sha256 !== undefined && options.sha256 !== sha256)
    throw new SnapshotError(`The snapshot's SHA-256 is ${sha256}, and not the one that was given`);
  onProgress?.("indexing");
  await target.complete({ ...header, startBlock: options.startBlock ?? header.startBlock });
  onProgress?.("comparing");
  const compared = await compareByFirst(peers, { db: target.db, header, size: options.sample });
  await target.commit();
  return { block: header.block, agents: counts.agents, filings: counts.filings, compared };
}

type Peer = Pick<Parameters<typeof checkSample>[0], "reader" | "source">;
type Sample = Pick<Parameters<typeof checkSample>[0], "db" | "header" | "size">;

/** By the first node that can give the records of its newest block. */
async function compareByFirst(peers: Peer[], sample: Sample) {
  const reasons: string[] = [];
  for (const peer of peers) {
    try {
      return await checkSample({ ...peer, ...sample });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      reasons.push(error.message);
    }
  }
  throw new SnapshotError(`No RPC node could be asked for records: ${reasons.join("; ")}`);
}

type Facts = { chainId: number; genesisHash: string; blockHash: string };

/** The chain must have the snapshot's block, by the word of every node that answers. */
async function checkChain(readers: ChainReader[], header: SnapshotHeader): Promise<void> {
  const answers = await Promise.allSettled(
    readers.map(async (reader): Promise<Facts> => {
      const [chainId, genesis, block] = await Promise.all([
        reader.getChainId(),
        reader.getBlock(0),
        reader.getBlock(header.block.number),
      ]);
      return { chainId, genesisHash: genesis.hash, blockHash: block.hash };
    }),
  );
  const facts = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (facts.length === 0) {
    const reasons = answers.flatMap((answer) =>
      answer.status === "rejected" ? [toReason(answer.reason)] : [],
    );
    throw new SnapshotError(`No RPC node has told of the snapshot's block: ${reasons.join("; ")}`);
  }
  for (const { chainId, genesisHash, blockHash } of facts) {
    if (chainId !== header.chainId || genesisHash !== header.genesisHash)
      throw new SnapshotError(`The snapshot is of chain ${header.chainId}, and not of that of RPC_URL`);
    if (blockHash !== header.block.hash)
      throw new SnapshotError(`Block ${header.block.number} of the chain is not that of the snapshot`);
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
