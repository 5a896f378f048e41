import { apiErrors } from "@agent-registry/protocol";
import {
  type Database,
  type Engine,
  HttpError,
  openPostgres,
  openSqliteFile,
  toKyselyDatabase,
} from "@agent-registry/service";
import { Kysely, SqliteDialect } from "kysely";
import type { Hash, Hex } from "viem";
import type { AskedIndex, OpenAtBlock, Vouching } from "../at-block.ts";
import type { IndexSchema } from "../schema.ts";
import { SLOW_QUERIES_AT_ONCE, SLOW_QUERY_TIMEOUT_MS } from "../slow-queries.ts";
import { prepareLookUps } from "./prepare-look-ups.ts";
import { createQueryProcesses } from "./query-processes.ts";

type Options = {
  /** The database's, if that is SQLite. */
  file: string;
  /** The database's, if that is PostgreSQL. */
  databaseUrl?: string | undefined;
  vouching: Vouching;
};

/** The index as questions read it, from a database that is there already. */
export function openAskedIndex({
  file,
  databaseUrl,
  vouching,
}: Options): AskedIndex & { close(): Promise<void> } {
  const connections = databaseUrl === undefined ? openFile(file) : openServer(databaseUrl);
  const lookUps = prepareLookUps(connections, file);
  return {
    open: createOpenAtBlock({ ...connections, vouching }),
    lookUps,
    vouching,
    async close() {
      lookUps.close();
      await connections.close();
    },
  };
}

/** The connections that requests are answered from; none of them writes. The sync has its own. */
type Connections = {
  engine: Engine;
  /** For look-ups of a few rows, which must never wait for anything else. */
  lookups: Kysely<IndexSchema>;
  /** On PostgreSQL. */
  runPrepared?: NonNullable<Database<IndexSchema>["runPrepared"]>;
  /** For queries that may take long; they are ended when their time is over. */
  slow: Kysely<IndexSchema>;
  /** For reads of many rows, each short: a connection that `close` gives back. The slow ones if not given. */
  openLong?(): { db: Kysely<IndexSchema>; close(): Promise<void> };
  close(): Promise<void>;
};

type OpenOptions = Omit<Connections, "close"> & { vouching: Pick<Vouching, "forAgents"> };

/** Each opening is one read transaction, which sees one state of the database on either engine. */
export function createOpenAtBlock({ engine, lookups, slow, openLong, vouching }: OpenOptions): OpenAtBlock {
  const keep = async () => {};
  return async function openAtBlock(pace) {
    const shared = { db: pace === "look-up" ? lookups : slow, close: keep };
    const connection = pace === "long" ? (openLong?.() ?? shared) : shared;
    let transaction: Awaited<ReturnType<typeof begin>> | undefined;
    const close = async () => {
      // Nothing was written, so nothing is lost. If the connection is broken, the pool drops it.
      await transaction
        ?.rollback()
        .execute()
        .catch(() => {});
      await connection.close();
    };
    try {
      transaction = await begin(connection.db, engine);
      const facts = await readFacts(transaction);
      if (facts === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
      return { at: { db: transaction, engine, ...facts, vouchFor: vouching.forAgents }, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

function begin(db: Kysely<IndexSchema>, engine: Engine) {
  const start = db.startTransaction();
  // SQLite has only this level, and does not know its name.
  return (
    engine === "sqlite" ? start : start.setIsolationLevel("repeatable read").setAccessMode("read only")
  ).execute();
}

async function readFacts(db: Kysely<IndexSchema>) {
  const row = await db
    .selectFrom("blocks")
    .leftJoin("sync_state", (join) => join.onTrue())
    .select(["number", "hash", "timestamp", "last_sequence", "last_agent_id", "chain_id", "genesis_hash"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { number, hash, timestamp, chain_id: chainId, genesis_hash: genesisHash } = row;
  return {
    block: { number, hash: hash as Hex, timestamp },
    lastSequence: row.last_sequence,
    lastAgentId: row.last_agent_id,
    chain:
      chainId === null || genesisHash === null ? undefined : { chainId, genesisHash: genesisHash as Hash },
  };
}

/** Look-ups take about a millisecond, and those of wallets are sent in batches. */
const LOOKUP_CONNECTIONS = 6;

function openFile(file: string): Connections {
  const lookups = openReadOnly(file);
  const slow = createQueryProcesses<IndexSchema>({
    file,
    processes: SLOW_QUERIES_AT_ONCE,
    timeoutMs: SLOW_QUERY_TIMEOUT_MS,
  });
  return {
    engine: "sqlite",
    lookups,
    slow,
    openLong() {
      const db = openReadOnly(file);
      return { db, close: () => db.destroy() };
    },
    async close() {
      await Promise.all([lookups.destroy(), slow.destroy()]);
    },
  };
}

function openServer(databaseUrl: string): Connections {
  const lookups = openPostgres<IndexSchema>({ databaseUrl, maxConnections: LOOKUP_CONNECTIONS });
  const slow = openPostgres<IndexSchema>({
    databaseUrl,
    maxConnections: SLOW_QUERIES_AT_ONCE,
    queryTimeoutMs: SLOW_QUERY_TIMEOUT_MS,
  });
  return {
    engine: "postgres",
    lookups: lookups.db,
    runPrepared: lookups.runPrepared,
    slow: slow.db,
    async close() {
      await Promise.all([lookups.close(), slow.close()]);
    },
  };
}

export function openReadOnly(file: string): Kysely<IndexSchema> {
  const connection = openSqliteFile(file, { readOnly: true });
  return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) });
}
