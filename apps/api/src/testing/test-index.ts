// An index on a temporary database, and full dumps of its tables to compare.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger, openDatabase, systemClock } from "@agent-registry/service";
import { waitUntil } from "@agent-registry/testkit";
import type { Kysely } from "kysely";
import { Registry } from "prom-client";
import type { Address } from "viem";
import { createIndex, type IndexOptions } from "../create-index.ts";
import type { IndexStatus } from "../index/index-status.ts";
import { migrations } from "../index/migrations.ts";
import { type IndexSchema, REPLAYED_TABLES, TABLES } from "../index/schema.ts";

type TestIndexOptions = {
  rpcUrls: string[];
  registryAddress: Address;
  databaseUrl?: string | undefined;
  /** If not given: a fresh temporary folder. */
  dataDir?: string;
} & Partial<Pick<IndexOptions, "startBlock" | "tuning" | "clock" | "pollIntervalMs">>;

export type TestIndex = Awaited<ReturnType<typeof startTestIndex>>;

/** Starts an index that by default polls quickly; `stop` removes its folder, unless that was given. */
export async function startTestIndex(options: TestIndexOptions) {
  const { rpcUrls, registryAddress, databaseUrl, tuning, ...rest } = options;
  const dataDir = options.dataDir ?? (await createDataDir());
  const metrics = new Registry();
  const index = await createIndex({
    pollIntervalMs: 20,
    ...rest,
    rpcUrls,
    registryAddress,
    database: { dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    logger: createLogger({ name: "test", level: process.env.LOG_LEVEL ?? "silent" }),
    metrics,
    clock: options.clock ?? systemClock,
    tuning: { rpcTimeoutMs: 5_000, severalNodesPauseMs: 0, delays: { firstMs: 5, maxMs: 100 }, ...tuning },
  });
  index.start();
  const { db, engine, close } = await inspect({ databaseUrl, dataDir });

  return {
    ...index,
    /** A connection of the test's own to the index's database. */
    db,
    engine,
    dataDir,
    metric: async (name: string): Promise<number> =>
      (await metrics.getSingleMetric(name)?.get())?.values.reduce((sum, { value }) => sum + value, 0) ?? 0,
    /** Until the block is applied and the condition holds. */
    async waitForBlock(block: number, isMet: (status: IndexStatus) => boolean = () => true): Promise<void> {
      await waitUntil(
        () => {
          const status = index.status();
          return status.isCaughtUp && status.indexedBlock === block && isMet(status);
        },
        () => `block ${block}; the index says ${JSON.stringify(index.status())}`,
      );
    },
    /** Until the index stands on exactly this block, whatever its number. */
    async waitForHash({ number, hash }: { number: number; hash: string }): Promise<void> {
      const isThere = async () =>
        index.status().isCaughtUp &&
        index.status().indexedBlock === number &&
        (await findCheckpointHash(db)) === hash;
      await waitUntil(
        isThere,
        () => `block ${number} ${hash}; the index says ${JSON.stringify(index.status())}`,
      );
    },
    dump: () => dumpTables(db),
    async stop(): Promise<void> {
      await close();
      await index.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function createDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "agent-registry-index-"));
}

/** A second connection to the same database, past the index. */
export async function inspect(options: { databaseUrl?: string | undefined; dataDir: string }) {
  return openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
}

async function findCheckpointHash(db: Kysely<IndexSchema>): Promise<string | undefined> {
  const newest = db.selectFrom("blocks").select("hash").orderBy("number", "desc").limit(1);
  return (await newest.executeTakeFirst())?.hash;
}

/** Every row that the logs led to, in the order of its key, and the checkpoint. */
export async function dumpTables(
  db: Kysely<IndexSchema>,
): Promise<Record<string, Record<string, unknown>[]>> {
  const dump: Record<string, Record<string, unknown>[]> = {};
  for (const table of REPLAYED_TABLES) {
    let query = db.selectFrom(table as "agents").selectAll();
    for (const column of TABLES[table].key) query = query.orderBy(column as "agent_id");
    // Copied, since the prototype of rows differs between engines.
    dump[table] = (await query.execute()).map((row) => ({ ...row }));
  }
  // Which older hashes are kept depends on how the index got there; the newest row is the checkpoint.
  dump.blocks = dump.blocks?.slice(-1) ?? [];
  return dump;
}
