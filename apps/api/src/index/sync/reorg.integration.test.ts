import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  type LocalChain,
  startChain,
  startFaultyRpc,
  type TestPostgres,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { readChildIds } from "../../questions/agent/agent.ts";
import { readConsents } from "../../questions/consents/read-consents.ts";
import { readLineage } from "../../questions/lineage/read-lineage.ts";
import {
  type ContractView,
  readContractViews,
  toLineageOrder,
  toStates,
  withoutTimes,
} from "../../testing/contract-views.ts";
import { createRandom, createRandomChain } from "../../testing/random-chain.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import { FILING_KINDS } from "../filing-data.ts";

const REORGS = process.env.DEEP ? 220 : 20;
const MAX_DEPTH = 40;
/** More than were kept if only their number counted. */
const FAST_BLOCKS = process.env.DEEP ? 1_500 : 330;
const SEED = 20_261_118;

/** After all reorganisations the parties, the bound records and the lineages are those of the contract. */
async function assertSameAsContract({ asked, db }: TestIndex, views: ContractView[]): Promise<void> {
  for (const view of views) {
    const { agentId, agentWallet } = view.record;
    const consents = await readConsents(db, agentId);
    assert.ok(consents);
    assert.deepEqual(withoutTimes(consents), toStates(view));
    const { found: entry } = await asked.lookUps.walletEntry(agentWallet.toLowerCase() as Address);
    assert.equal(entry?.agentId ?? 0, view.boundId);
    const rows = await readLineage(db, { agentId, maxLevels: 2, maxChildren: 3, maxNodes: 9 });
    const shown = toLineageOrder(views, view.children).slice(0, 3);
    assert.deepEqual(
      rows?.map((row) => row.agentId),
      [agentId, ...shown],
    );
    assert.deepEqual(await readChildIds(db, agentId), view.children);
  }
}

describe("reorganisations", () => {
  let chain: LocalChain;
  let postgres: TestPostgres;
  let registryAddress: Address;
  before(async () => {
    [chain, postgres] = await Promise.all([
      startChain({ allowBlocksWithSameTimestamp: true }),
      usePostgres(),
    ]);
    registryAddress = (await deployLocally(chain)).registryAddress;
  });
  after(async () => {
    await Promise.all([chain?.stop(), postgres?.stop()]);
  });

  it(`the index equals one built from scratch after each of ${REORGS} reorganisations, on both engines`, async () => {
    const random = createRandom(SEED);
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random });
    await world.takeOver();
    await world.mine(20);
    const shared = { rpcUrls: [chain.rpcUrl], registryAddress };
    const indexes = [
      await startTestIndex(shared),
      await startTestIndex({ ...shared, databaseUrl: await postgres.createDatabase() }),
    ];
    const undone = new Set<number>();
    let seen = 0;
    try {
      for (let round = 0; round < REORGS; round += 1) {
        const base = await world.head();
        const snapshot = await world.snapshot();
        const depth = 1 + random(MAX_DEPTH);
        await world.mine(depth, 2);
        // Sometimes the chain is reorganised before the index has seen the old blocks.
        const isSeen = random(5) !== 0;
        if (isSeen) {
          const head = await world.head();
          await Promise.all(indexes.map((index) => index.waitForHash(head)));
          seen += 1;
          for (const filing of (await indexes[0]?.dump())?.filings ?? []) {
            if (Number(filing.block_number) > base.number) undone.add(Number(filing.kind));
          }
        }
        await world.revert(snapshot);
        // The new blocks are fewer than the old ones, or more. Without any the node would only be behind.
        await world.mine(random(6) === 0 ? 1 : Math.max(1, random(depth + 5)), 2);
        const head = await world.head();
        await Promise.all(indexes.map((index) => index.waitForHash(head)));

        // The fresh index reads settled blocks in ranges, so this compares both ways of reading as well.
        const fresh = await startTestIndex({ ...shared, tuning: { keptBlocks: 3, batchEvents: 7 } });
        try {
          await fresh.waitForHash(head);
          const expected = await fresh.dump();
          for (const index of indexes) assert.deepEqual(await index.dump(), expected, `round ${round}`);
        } finally {
          await fresh.stop();
        }
      }
      for (const index of indexes) {
        assert.ok(
          (await index.metric("index_reorgs_total")) >= seen,
          "each reorganisation of seen blocks was counted",
        );
        assert.equal(
          await index.metric("index_rebuilds_total"),
          0,
          "no reorganisation made the index start over",
        );
      }
      assert.deepEqual(
        [...undone].sort((a, b) => a - b),
        [...FILING_KINDS.keys()],
        "every kind of event was taken back",
      );
      const views = await readContractViews({ chain, registryAddress });
      const isAnew = (view: ContractView) => view.isWalletReleased && view.boundId !== 0;
      assert.ok(views.some(isAnew), "a wallet was registered anew");
      for (const index of indexes) await assertSameAsContract(index, views);
    } finally {
      for (const index of indexes) await index.stop();
    }
  });

  it("a reorganisation of more than 300 blocks that came within a minute is taken back, not rebuilt, on both engines", async () => {
    const world = createRandomChain({
      rpcUrl: chain.rpcUrl,
      registryAddress,
      random: createRandom(SEED + 1),
    });
    await world.takeOver();
    await world.mine(2);
    const base = await world.head();
    const shared = { rpcUrls: [chain.rpcUrl], registryAddress };
    const indexes = [
      await startTestIndex(shared),
      await startTestIndex({ ...shared, databaseUrl: await postgres.createDatabase() }),
    ];
    try {
      await Promise.all(indexes.map((index) => index.waitForHash(base)));
      const snapshot = await world.snapshot();
      await world.mineFast(FAST_BLOCKS);
      const old = await world.head();
      await Promise.all(indexes.map((index) => index.waitForHash(old)));
      await world.revert(snapshot);
      await world.mineFast(20);
      const head = await world.head();
      await Promise.all(indexes.map((index) => index.waitForHash(head)));
      const fresh = await startTestIndex({ ...shared, tuning: { keptBlocks: 3, keptSeconds: 1 } });
      await fresh.waitForHash(head);
      const expected = await fresh.dump();
      await fresh.stop();
      for (const index of indexes) {
        assert.deepEqual(await index.dump(), expected);
        assert.equal(await index.metric("index_rebuilds_total"), 0);
        assert.equal(await index.metric("index_reorgs_total"), 1);
      }
    } finally {
      for (const index of indexes) await index.stop();
    }
  });

  it("a reorganisation also voids what was answered while the new blocks were still being read", async () => {
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(SEED) });
    await world.takeOver();
    const snapshot = await world.snapshot();
    await world.mine(3, 2);
    const rpc = await startFaultyRpc({ target: chain.rpcUrl });
    const index = await startTestIndex({ rpcUrls: [rpc.rpcUrl], registryAddress });
    const readCount = () => index.status().rewindCount;
    try {
      await index.waitForHash(await world.head());
      const countBefore = readCount();
      // Once the index has taken back the old blocks, the node withholds the new ones.
      const gate = Promise.withResolvers<void>();
      let countBetween = countBefore;
      rpc.setHook(async () => {
        if (countBetween === countBefore) countBetween = readCount();
        if (countBetween > countBefore) await gate.promise;
        return "pass" as const;
      });
      await world.revert(snapshot);
      await world.mine(4, 2);
      await waitUntil(() => countBetween > countBefore, "the old blocks to be taken back");
      gate.resolve();
      await index.waitForHash(await world.head());
      assert.ok(readCount() > countBetween, "answers cached since then are void");
    } finally {
      await index.stop();
      await rpc.stop();
    }
  });
});
