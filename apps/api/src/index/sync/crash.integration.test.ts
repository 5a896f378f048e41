import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  type TestPostgres,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import pg from "pg";
import type { Address } from "viem";
import { startLeaderPair } from "../../testing/leader-pair.ts";
import { createRandom, createRandomChain } from "../../testing/random-chain.ts";
import { startRunningApi } from "../../testing/running-api.ts";
import { startIndexProcess } from "../../testing/start-index-process.ts";
import { createDataDir, dumpTables, inspect, startTestIndex } from "../../testing/test-index.ts";

const KILLS = process.env.DEEP ? 40 : 2;
const TAKEOVERS = process.env.DEEP ? 3 : 1;
const BLOCKS = process.env.DEEP ? 900 : 60;
/** As in production, or short. */
const LEADERSHIP = process.env.DEEP ? {} : { leaseMs: 1_000, maxSilenceMs: 2_000 };
const TAKE_OVER_MS = process.env.DEEP ? 30_000 : 180_000;

describe("processes that are killed", () => {
  let chain: LocalChain;
  let postgres: TestPostgres;
  let narrow: FaultyRpc;
  let registryAddress: Address;
  let world: ReturnType<typeof createRandomChain>;
  const random = createRandom(9);

  before(async () => {
    [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
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
      const tuning = { keptBlocks: 3, batchEvents: 2, leadership: { leaseMs: 300 } };
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
            await survivor.metric("agent_registry_index_rebuilds_total"),
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
      const tuning = { leadership: LEADERSHIP };
      const start = () => startIndexProcess({ rpcUrls: [chain.rpcUrl], registryAddress, database, tuning });
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

  const startPair = (databaseUrl?: string) =>
    startLeaderPair({
      chain,
      world,
      registryAddress,
      leadership: LEADERSHIP,
      takeOverMs: TAKE_OVER_MS,
      ...(databaseUrl !== undefined && { databaseUrl }),
    });

  it("a leader whose node is dead is replaced, and follows with fresh answers", async () => {
    const pair = await startPair(await postgres.createDatabase());
    try {
      await pair.waitUntilBothAtHead();
      const { leader, follower } = await pair.findRoles();
      leader.node.setHook(() => "drop");
      await world.mine(2);
      await pair.waitUntilLeads(follower);
      await world.mine(1);
      await pair.waitUntilFollows(leader);
      await pair.assertComplete();
    } finally {
      await pair.stop();
    }
  });

  it("a leader that hangs is replaced, and follows once it goes on (sqlite)", async () => {
    const pair = await startPair();
    try {
      await pair.waitUntilBothAtHead();
      const { leader, follower } = await pair.findRoles();
      await pair.pauseBetweenWrites(leader);
      await world.mine(2);
      await pair.waitUntilLeads(follower);
      leader.resume();
      await world.mine(1);
      await pair.waitUntilFollows(leader);
      await pair.assertComplete();
    } finally {
      await pair.stop();
    }
  });

  it("a leader that hangs inside its transaction is replaced, and its commit fails (postgres)", async () => {
    const databaseUrl = await postgres.createDatabase();
    const pair = await startPair(databaseUrl);
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    try {
      await pair.waitUntilBothAtHead();
      // The leader's transaction comes as far as this table, with the lease renewed and agents written.
      await blocker.query("begin; lock table blocks in share mode");
      await world.mine(1, 2);
      await waitUntil(() => isBlocksAwaited(blocker), "the leader to wait in its transaction");
      // As long as the transaction is open no other process can take over, so this one is the leader.
      const { leader, follower } = await pair.findRoles();
      const termBefore = await pair.readTerm();
      leader.pause();
      await blocker.query("commit");
      await pair.waitUntilLeads(follower);
      assert.ok((await pair.readTerm()) > termBefore);
      await world.mine(1, 2);
      leader.resume();
      await pair.waitUntilFollows(leader);
      await pair.assertComplete();
    } finally {
      await blocker.end();
      await pair.stop();
    }
  });

  it("answers say that the database is gone, and come back with it", async () => {
    const target = new URL(await postgres.createDatabase());
    const proxy = await startTcpProxy(Number(target.port));
    const api = await startRunningApi({
      RPC_URL: chain.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}${target.pathname}`,
    });
    const ask = async (url: string) => {
      const { status, body } = await api.get(url);
      return [status, body];
    };
    const failure = [500, { error: "Database failure: the index cannot be read" }];
    try {
      await api.waitUntilReady();
      proxy.cut();
      assert.deepEqual(await ask("/api/v1/agents"), failure);
      assert.deepEqual(await ask(`/api/v1/kya/${registryAddress}`), failure);
      const [status, { cause, reason }] = await ask("/ready");
      assert.deepEqual([status, cause, reason], [503, "database-gone", "the index cannot be read"]);
      const isDegraded = async () => (await api.get("/health")).body.status === "degraded";
      await waitUntil(isDegraded, "/health to be degraded");
      assert.equal((await api.get("/health")).status, 200);
      proxy.restore();
      await api.waitUntilReady();
      assert.equal((await api.get("/api/v1/agents")).status, 200);
    } finally {
      await api.stop();
      proxy.stop();
    }
  });
});

/** The database's port as a service sees it, until the test cuts it off. */
async function startTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    const upstream = connect(targetPort, "127.0.0.1");
    if (isCut) socket.destroy();
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on("error", () => end.destroy());
      end.on("close", () => sockets.delete(end));
    }
  });
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut(): void {
      isCut = true;
      endAll();
    },
    restore(): void {
      isCut = false;
    },
    stop(): void {
      server.close();
      endAll();
    },
  };
}

/** Whether a transaction waits to write the table that this client has locked. Other databases have tables by that number. */
async function isBlocksAwaited(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and relation = 'blocks'::regclass and not granted`,
  );
  return rows.length > 0;
}
