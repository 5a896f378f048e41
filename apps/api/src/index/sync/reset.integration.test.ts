import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import {
  deployLocally,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { readTotals } from "../../questions/stats/stats.ts";
import { createRandom, createRandomChain } from "../../testing/random-chain.ts";
import { createDataDir, startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import { readAgent } from "../read/read-agent.ts";

type Head = { number: number; hash: string };
type World = { chain: LocalChain; head: Head; agents: number; dump: Awaited<ReturnType<TestIndex["dump"]>> };

describe("a chain that was reset", () => {
  let registryAddress: Address;
  let forwarderAddress: Address;
  let long: World;
  let short: World;
  let address: FaultyRpc;
  let dataDir: string;
  let index: TestIndex | undefined;

  async function createWorld(seed: number, blocks: number): Promise<World> {
    // Chains that start in the same second would have the same first blocks.
    const chain = await startChain({ initialDate: new Date(Date.now() - seed * 86_400_000).toISOString() });
    ({ registryAddress, forwarderAddress } = await deployLocally(chain));
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(seed) });
    await world.takeOver();
    await world.mine(blocks, 3);
    const head = await world.head();
    const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
    await fresh.waitForHash(head);
    const [dump, { totalAgents }] = [await fresh.dump(), await readTotals(fresh.db)];
    await fresh.stop();
    return { chain, head, dump, agents: totalAgents };
  }

  before(async () => {
    [long, short] = await Promise.all([createWorld(1, 60), createWorld(2, 25)]);
  });
  after(() => Promise.all([long?.chain.stop(), short?.chain.stop()]));
  beforeEach(async () => {
    [address, dataDir] = await Promise.all([startFaultyRpc({ target: long.chain.rpcUrl }), createDataDir()]);
  });
  afterEach(async () => {
    await index?.stop();
    await address.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (tuning = {}) =>
    startTestIndex({ rpcUrls: [address.rpcUrl], registryAddress, dataDir, tuning });

  for (const [from, to] of [
    ["long", "short"],
    ["short", "long"],
  ] as const) {
    it(`the index notices a reset while it runs (from a ${from} chain to a ${to} one)`, async () => {
      const [old, next] = from === "long" ? [long, short] : [short, long];
      address.setTarget(old.chain.rpcUrl);
      index = await start();
      await index.waitForHash(old.head);
      const { rewindCount } = index.status();
      address.setTarget(next.chain.rpcUrl);
      await index.waitForHash(next.head);
      assert.deepEqual(await index.dump(), next.dump);
      assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 1);
      assert.ok(index.status().rewindCount > rewindCount, "answers cached before are void");
    });

    it(`the index notices a reset that happened while it was down (from a ${from} chain to a ${to} one)`, async () => {
      const [old, next] = from === "long" ? [long, short] : [short, long];
      address.setTarget(old.chain.rpcUrl);
      const earlier = await start();
      await earlier.waitForHash(old.head);
      await earlier.stop();

      address.setTarget(next.chain.rpcUrl);
      const gate = Promise.withResolvers<void>();
      address.setHook(async () => {
        await gate.promise;
        return "pass" as const;
      });
      index = await start();
      const { isCaughtUp, lastAnswerAtMs } = index.status();
      assert.deepEqual({ isCaughtUp, lastAnswerAtMs }, { isCaughtUp: false, lastAnswerAtMs: null });
      gate.resolve();
      await index.waitForHash(next.head);
      assert.deepEqual(await index.dump(), next.dump);
    });
  }

  it("the index is empty while a reset chain has no contract yet", async () => {
    index = await start();
    await index.waitForHash(long.head);
    const empty = await startChain();
    try {
      address.setTarget(empty.rpcUrl);
      const current = index;
      await waitUntil(() => !current.status().isCaughtUp, "the index to notice");
      await waitUntil(
        () => /no contract/.test(current.status().problem ?? ""),
        () => `a complaint: ${current.status().problem}`,
      );
      assert.equal((await readTotals(current.db)).totalAgents, 0);
      assert.equal(await readAgent(current.db, 1), undefined);
      assert.equal(current.status().lastCaughtUpAtMs, 0);

      await deployLocally(empty);
      await waitUntil(() => current.status().isCaughtUp, "the index to follow the new chain");
      assert.equal((await readTotals(current.db)).totalAgents, 0);
    } finally {
      await empty.stop();
    }
  });

  it("an address of another contract is named, and does not pass for an empty register", async () => {
    index = await startTestIndex({ rpcUrls: [address.rpcUrl], registryAddress: forwarderAddress });
    const current = index;
    const complaint = `REGISTRY_ADDRESS ${forwarderAddress} is no Registry on chain ${long.chain.chainId}`;
    await waitUntil(
      () => current.status().problem === complaint,
      () => `a complaint: ${current.status().problem}`,
    );
    assert.equal(current.status().isCaughtUp, false);
    assert.equal(current.status().lastAnswerAtMs, null);
  });

  it("a node that runs no calls does not make another contract of the Registry", async () => {
    address.setHook(({ method }) =>
      method === "eth_call" ? { error: { code: -32601, message: "the method does not exist" } } : "pass",
    );
    index = await start();
    await index.waitForHash(long.head);
  });

  it("other processes on the same database find the index empty and not caught up after a reset", async () => {
    index = await start();
    await index.waitForHash(long.head);
    const follower = await start();
    try {
      await follower.waitForBlock(long.head.number);
      // The node of the new chain shows the contract, but withholds the logs.
      const gate = Promise.withResolvers<void>();
      address.setHook(async ({ method }) => {
        if (method === "eth_getLogs") await gate.promise;
        return "pass" as const;
      });
      const { rewindCount } = follower.status();
      address.setTarget(short.chain.rpcUrl);
      await waitUntil(
        async () => (await readTotals(follower.db)).totalAgents === 0,
        "the index to be emptied",
      );
      await waitUntil(() => follower.status().rewindCount > rewindCount, "the other process to look again");
      const { isCaughtUp, lastCaughtUpAtMs } = follower.status();
      assert.deepEqual({ isCaughtUp, lastCaughtUpAtMs }, { isCaughtUp: false, lastCaughtUpAtMs: 0 });
      gate.resolve();
      await follower.waitForBlock(short.head.number);
      assert.equal((await readTotals(follower.db)).totalAgents, short.agents);
    } finally {
      await follower.stop();
    }
  });

  it("the index starts over if a reorganisation goes below every block that it remembers", async () => {
    index = await start({ keptBlocks: 5 });
    await index.waitForHash(long.head);
    const earlier = await index.dump();
    address.setTarget(short.chain.rpcUrl);
    await index.waitForHash(short.head);
    assert.notDeepEqual(earlier, short.dump);
    assert.deepEqual(await index.dump(), short.dump);
  });

  it("the index starts over if the database holds another register", async () => {
    const earlier = await start();
    await earlier.waitForHash(long.head);
    await earlier.stop();
    // Deployed beside the first one, on the same chain.
    await long.chain.test.setAutomine(true);
    const other = await deployLocally(long.chain);
    assert.notEqual(other.registryAddress, registryAddress);
    index = await startTestIndex({
      rpcUrls: [address.rpcUrl],
      registryAddress: other.registryAddress,
      dataDir,
    });
    const current = index;
    await waitUntil(() => current.status().isCaughtUp, "the other register");
    assert.equal((await readTotals(current.db)).totalAgents, 0);
  });
});
