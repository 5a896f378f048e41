import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  type LocalChain,
  startChain,
  startFaultyRpc,
  startPostgres,
  type TestPostgres,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { FILING_KINDS } from "./filing-data.ts";
import { createRandom, createRandomChain } from "./random-chain.ts";
import { startTestIndex, waitUntil } from "./test-index.ts";

const REORGS = process.env.DEEP ? 220 : 20;
const MAX_DEPTH = 40;
const SEED = 20_261_115;

describe("reorganisations", () => {
  let chain: LocalChain;
  let postgres: TestPostgres;
  let registryAddress: Address;
  before(async () => {
    [chain, postgres] = await Promise.all([startChain(), startPostgres()]);
    registryAddress = (await deployLocally(chain)).registryAddress;
  });
  after(async () => {
    await Promise.all([chain?.stop(), postgres?.stop()]);
  });

  it(`leave an index equal to one built from scratch, ${REORGS} times, on both engines`, async () => {
    const random = createRandom(SEED);
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random });
    await world.takeOver();
    await world.mine(20);
    const shared = { rpcUrls: [chain.rpcUrl], registryAddress, tuning: { lagPatienceMs: 100 } };
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
        // Now and then the chain turns before the index has seen where it was.
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
        // Shorter than what it replaces, longer, or nothing at all.
        await world.mine(random(6) === 0 ? 0 : random(depth + 5), 2);
        const head = await world.head();
        await Promise.all(indexes.map((index) => index.waitForHash(head)));

        // Settled blocks are read another way, in ranges: this compares the two ways as well.
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
        assert.ok((await index.metric("index_reorgs_total")) >= seen, "each seen turn was a reorganisation");
        assert.equal(await index.metric("index_rebuilds_total"), 0, "none of them needed a new start");
      }
      assert.deepEqual([...undone].sort(), [...FILING_KINDS.keys()], "every kind of event was taken back");
    } finally {
      for (const index of indexes) await index.stop();
    }
  });

  it("void what was answered while the new blocks were still being read", async () => {
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random: createRandom(SEED) });
    await world.takeOver();
    const snapshot = await world.snapshot();
    await world.mine(3, 2);
    const rpc = await startFaultyRpc({ target: chain.rpcUrl });
    const index = await startTestIndex({ rpcUrls: [rpc.rpcUrl], registryAddress });
    const readEpoch = () => index.status().epoch ?? 0;
    try {
      await index.waitForHash(await world.head());
      const epochBefore = readEpoch();
      // Once the old blocks are taken back, the node holds the new ones back.
      const gate = Promise.withResolvers<void>();
      let epochBetween = epochBefore;
      rpc.setHook(async () => {
        if (epochBetween === epochBefore) epochBetween = readEpoch();
        if (epochBetween > epochBefore) await gate.promise;
        return "pass" as const;
      });
      await world.revert(snapshot);
      await world.mine(4, 2);
      await waitUntil(
        () => epochBetween > epochBefore,
        () => "the old blocks to be taken back",
      );
      gate.resolve();
      await index.waitForHash(await world.head());
      assert.ok(readEpoch() > epochBetween, "whoever kept answers since then learns that they are void");
    } finally {
      await index.stop();
      await rpc.stop();
    }
  });
});
