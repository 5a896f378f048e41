import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  startPostgres,
  type TestPostgres,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { createRandom, createRandomChain } from "../testing/random-chain.ts";
import { startIndexProcess } from "../testing/start-index-process.ts";
import { createDataDir, dumpTables, inspect, startTestIndex } from "../testing/test-index.ts";

const KILLS = process.env.DEEP ? 40 : 4;
const TAKEOVERS = process.env.DEEP ? 3 : 2;
const BLOCKS = process.env.DEEP ? 900 : 100;

describe("processes that are killed", () => {
  let chain: LocalChain;
  let postgres: TestPostgres;
  let narrow: FaultyRpc;
  let registryAddress: Address;
  let world: ReturnType<typeof createRandomChain>;
  const random = createRandom(9);

  before(async () => {
    [chain, postgres] = await Promise.all([startChain(), startPostgres()]);
    registryAddress = (await deployLocally(chain)).registryAddress;
    world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random });
    await world.takeOver();
    await world.mine(BLOCKS, 2);
    // This node gives few blocks at once, so that a back-fill takes many steps.
    narrow = await startFaultyRpc({
      target: chain.rpcUrl,
      hook: ({ method, params }) => {
        const { fromBlock, toBlock } = (params[0] ?? {}) as Record<string, string>;
        const isWide = method === "eth_getLogs" && Number(toBlock) - Number(fromBlock) > 3;
        return isWide ? { error: { code: -32_005, message: "block range too large" } } : "pass";
      },
    });
  });
  after(async () => {
    await Promise.all([chain?.stop(), postgres?.stop(), narrow?.stop()]);
  });

  for (const engine of ["sqlite", "postgres"] as const) {
    it(`processes killed in the middle of a back-fill lose no event and apply none twice (${engine})`, async () => {
      const dataDir = await createDataDir();
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const database = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
      const tuning = { keptBlocks: 3, batchEvents: 2 };
      const { db, close } = await inspect(database);
      const reached = async () =>
        (await db.selectFrom("sync_state").select("block_number").executeTakeFirst())?.block_number ?? 0;
      const head = await world.head();
      try {
        let cutShort = 0;
        for (let i = 0; i < KILLS; i += 1) {
          const goal = (await reached()) + 1 + random(Math.floor(BLOCKS / KILLS / 2));
          const child = startIndexProcess({ rpcUrls: [narrow.rpcUrl], registryAddress, database, tuning });
          await waitUntil(async () => (await reached()) >= goal, `block ${goal}`);
          await child.kill();
          if ((await reached()) < head.number) cutShort += 1;
        }
        assert.equal(cutShort, KILLS, "every kill fell into the back-fill");

        const survivor = await startTestIndex({
          rpcUrls: [chain.rpcUrl],
          registryAddress,
          databaseUrl,
          dataDir,
        });
        const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
        try {
          await Promise.all([survivor.waitForHash(head), fresh.waitForHash(head)]);
          assert.deepEqual(await dumpTables(db), await fresh.dump());
          assert.equal(
            await survivor.metric("index_rebuilds_total"),
            0,
            "it went on from where the killed ones stopped",
          );
        } finally {
          await survivor.stop();
          await fresh.stop();
        }
      } finally {
        await close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });

    it(`one of three processes leads, and another takes over when it is killed (${engine})`, async () => {
      const dataDir = await createDataDir();
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const database = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
      const start = () => startIndexProcess({ rpcUrls: [chain.rpcUrl], registryAddress, database });
      let processes = [start(), start(), start()];
      const leaders = () => processes.filter((child) => child.latest()?.isLeader === true);
      const allAt = (block: number) => () =>
        leaders().length === 1 &&
        processes.every((child) => {
          const status = child.latest()?.status;
          return status?.isCaughtUp === true && status.indexedBlock === block;
        });
      const said = () => JSON.stringify(processes.map((child) => child.latest()));
      const { db, close } = await inspect(database);
      try {
        for (let i = 0; i < TAKEOVERS; i += 1) {
          const { number } = await world.head();
          await waitUntil(allAt(number), () => `all at block ${number}: ${said()}`);
          const agents = new Set(processes.map((child) => child.latest()?.agents));
          assert.equal(agents.size, 1, "all answer alike");
          const [leader] = leaders();
          await world.mine(2);
          await leader?.kill();
          processes = processes.filter((child) => child !== leader);
          await world.mine(3);
          // A process that comes back finds that another one leads.
          if (i === 0) processes.push(start());
        }
        const head = await world.head();
        await waitUntil(allAt(head.number), () => `the last at block ${head.number}: ${said()}`);
        const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
        await fresh.waitForHash(head);
        assert.deepEqual(await dumpTables(db), await fresh.dump());
        await fresh.stop();
      } finally {
        for (const child of processes) await child.kill();
        await close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  }
});
