import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { type LocalChain, startFaultyRpc, waitUntil } from "@agent-registry/testkit";
import { sql } from "kysely";
import type { Address } from "viem";
import type { LeadershipTimes } from "../index/sync/leadership.ts";
import type { createRandomChain } from "./random-chain.ts";
import { startIndexProcess } from "./start-index-process.ts";
import { createDataDir, dumpTables, inspect, startTestIndex } from "./test-index.ts";

type Options = {
  chain: LocalChain;
  world: ReturnType<typeof createRandomChain>;
  registryAddress: Address;
  databaseUrl?: string;
  leadership: Partial<LeadershipTimes>;
  /** How long another process may take to lead. */
  takeOverMs: number;
};

type Member = Awaited<ReturnType<typeof startMember>>;

/** An index process with a node of its own. */
async function startMember(
  chain: LocalChain,
  options: Omit<Parameters<typeof startIndexProcess>[0], "rpcUrls">,
) {
  const node = await startFaultyRpc({ target: chain.rpcUrl });
  return { node, ...startIndexProcess({ ...options, rpcUrls: [node.rpcUrl] }) };
}

/** Two processes on one database, of which one leads. */
export async function startLeaderPair(options: Options) {
  const { chain, world, registryAddress, databaseUrl, takeOverMs } = options;
  const dataDir = await createDataDir();
  const database = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
  const tuning = { leadership: options.leadership };
  const start = () => startMember(chain, { registryAddress, database, tuning });
  const { db, close } = await inspect(database);
  const members = [await start(), await start()];
  const both = () => JSON.stringify(members.map((member) => member.latest()));
  const isAt = (member: Member, block: number) => {
    const status = member.latest()?.status;
    return status?.isCaughtUp === true && status.indexedBlock === block;
  };

  return {
    db,
    readTerm: async () =>
      (await db.selectFrom("sync_state").select("leader_term").executeTakeFirstOrThrow()).leader_term,

    /** Once the chain's head is indexed and both know it. */
    async waitUntilBothAtHead(): Promise<void> {
      const { number } = await world.head();
      await waitUntil(
        () => members.every((member) => isAt(member, number)),
        () => `both at block ${number}: ${both()}`,
      );
    },

    /** Asked for late: on a slow machine the lease of a healthy process may run out, too. */
    async findRoles(): Promise<{ leader: Member; follower: Member }> {
      const [first, second] = members as [Member, Member];
      const isLeader = (member: Member) => member.latest()?.isLeader === true;
      await waitUntil(() => isLeader(first) !== isLeader(second), both);
      return isLeader(first) ? { leader: first, follower: second } : { leader: second, follower: first };
    },

    /** If it were stopped in the middle of a write, it would keep a SQLite file locked. */
    async pauseBetweenWrites(member: Member): Promise<void> {
      const isUnlocked = () =>
        sql`update sync_state set id = id`.execute(db).then(
          () => true,
          () => false,
        );
      for (member.pause(); !(await isUnlocked()); member.pause()) member.resume();
    },

    async waitUntilLeads(member: Member): Promise<void> {
      const { number } = await world.head();
      await waitUntil(
        () => member.latest()?.isLeader === true && isAt(member, number),
        () => `the other process to lead at block ${number}: ${both()}`,
        takeOverMs,
      );
    },

    async waitUntilFollows(member: Member): Promise<void> {
      const { number } = await world.head();
      await waitUntil(
        () => member.latest()?.isLeader === false && isAt(member, number),
        () => `the former leader to follow at block ${number}: ${both()}`,
      );
    },

    /** Nothing is missing in the index, and nothing is there twice. */
    async assertComplete(): Promise<void> {
      const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
      await fresh.waitForHash(await world.head());
      assert.deepEqual(await dumpTables(db), await fresh.dump());
      await fresh.stop();
    },

    async stop(): Promise<void> {
      await Promise.all(members.map((member) => member.kill()));
      await Promise.all(members.map((member) => member.node.stop()));
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
