import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Certificate } from "@agent-registry/protocol";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
  startFaultyRpc,
  type TestPostgres,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { createRecordSource } from "../../chain/record-source.ts";
import { createRpcNode } from "../../chain/rpc-node.ts";
import { readChildIds } from "../../questions/agent/agent.ts";
import { readConsents } from "../../questions/consents/consents.ts";
import { readLineage } from "../../questions/lineage/read-lineage.ts";
import { compare, confirm } from "../../reconcile/compare.ts";
import {
  type ContractView,
  readContractCertificates,
  readContractViews,
  readIndexCertificates,
  readRetiredAgents,
  toLineageOrder,
  toStates,
  withoutTimes,
} from "../../testing/contract-views.ts";
import {
  createRandom,
  createRandomChain,
  RANDOM_CHAIN_NOTARIES,
  RANDOM_CHAIN_PERSONS,
  RANDOM_CHAIN_WALLETS,
} from "../../testing/random-chain.ts";
import { createRegister } from "../../testing/register-calls.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import { FILING_KINDS } from "../filing-data.ts";
import { readAgentWallets, readRetiredWallets } from "../read/retired-wallets.ts";

const REORGS = process.env.DEEP ? 220 : 20;
const MAX_DEPTH = 40;
/** After each of them both engines hold the same. How many of these end with an index built from scratch. */
const REORGS_PER_FRESH_INDEX = process.env.DEEP ? 1 : 4;
/** More than were kept if only their number counted. */
const FAST_BLOCKS = process.env.DEEP ? 1_500 : 330;
const SEED = 20_261_118;

const NOTARY = devAccount(13);
const certificateParties = {
  persons: RANDOM_CHAIN_PERSONS,
  notaries: [...RANDOM_CHAIN_NOTARIES, NOTARY.address],
};

type Five = [DevAccount, DevAccount, DevAccount, DevAccount, DevAccount];

/** After all reorganisations the parties, the keys, the bound records and the lineages are those of the contract. */
async function assertSameAsContract(
  { asked, db, engine }: TestIndex,
  {
    views,
    retired,
    certificates,
  }: { views: ContractView[]; retired: Map<string, number>; certificates: Map<string, Certificate> },
): Promise<void> {
  assert.deepEqual(await readIndexCertificates({ db, engine }, RANDOM_CHAIN_PERSONS), certificates);
  const found = await readRetiredWallets(
    db,
    engine,
    RANDOM_CHAIN_WALLETS.map((wallet) => wallet.toLowerCase()),
  );
  assert.deepEqual(new Map([...found].map(([wallet, { agentId }]) => [wallet, agentId])), retired);
  for (const view of views) {
    const { agentId, agentWallet } = view.record;
    const consents = await readConsents(db, agentId);
    assert.ok(consents);
    assert.deepEqual(withoutTimes(consents), toStates(view));
    const { found: entry } = await asked.lookUps.walletEntry(agentWallet.toLowerCase() as Address);
    assert.equal(entry?.agentId ?? 0, view.boundId);
    const wallets = (await readAgentWallets(db, agentId, { limit: 100, offset: 0 }))?.wallets ?? [];
    assert.equal(wallets[0]?.wallet, agentWallet);
    for (const { wallet } of wallets.slice(1))
      assert.equal(retired.get(wallet.toLowerCase()) ?? agentId, agentId);
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

  it(`the index equals one built from scratch after ${REORGS} reorganisations, on both engines`, async () => {
    const random = createRandom(SEED);
    const world = createRandomChain({ rpcUrl: chain.rpcUrl, registryAddress, random });
    await world.takeOver();
    await world.mine(60, 4);
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
        await world.mine(depth, 5);
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
        await world.mine(random(6) === 0 ? 1 : Math.max(1, random(depth + 5)), 5);
        const head = await world.head();
        await Promise.all(indexes.map((index) => index.waitForHash(head)));
        const [first, second] = await Promise.all(indexes.map((index) => index.dump()));
        assert.deepEqual(second, first, `round ${round}`);
        if ((round + 1) % REORGS_PER_FRESH_INDEX !== 0) continue;

        // The fresh index reads settled blocks in ranges, so this compares both ways of reading as well.
        const fresh = await startTestIndex({ ...shared, tuning: { keptBlocks: 3, batchEvents: 7 } });
        try {
          await fresh.waitForHash(head);
          assert.deepEqual(first, await fresh.dump(), `round ${round}`);
        } finally {
          await fresh.stop();
        }
      }
      for (const index of indexes) {
        assert.ok(
          (await index.metric("agent_registry_index_reorgs_total")) >= seen,
          "each reorganisation of seen blocks was counted",
        );
        assert.equal(
          await index.metric("agent_registry_index_rebuilds_total"),
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
      const retired = await readRetiredAgents({ chain, registryAddress }, RANDOM_CHAIN_WALLETS);
      assert.ok(new Set(retired.values()).size < retired.size, "a wallet that replaced another was replaced");
      const certificates = await readContractCertificates({ chain, registryAddress }, certificateParties);
      assert.ok(certificates.size > 0, "something stands certified");
      for (const index of indexes) await assertSameAsContract(index, { views, retired, certificates });
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
        assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 0);
        assert.equal(await index.metric("agent_registry_index_reorgs_total"), 1);
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

describe("a reorganisation between any two steps of the keys of an entry and of a certificate", () => {
  let chain: LocalChain;
  let postgres: TestPostgres;
  before(async () => {
    [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  });
  after(async () => {
    await Promise.all([chain?.stop(), postgres?.stop()]);
  });

  it("leaves what the contract holds, after each, on both engines", async () => {
    const { registryAddress } = await deployLocally(chain);
    const { register, call, accept, ...persons } = createRegister({ chain, registryAddress });
    const { setNotary, certify, acceptCertificate, endCertificate } = persons;
    const { creator, haftungsperson, owner, stranger } = devAccounts;
    const [first, second, third, entered, successor] = [8, 9, 10, 11, 12].map(devAccount) as Five;
    const [agent, intruder] = [1, 2];
    const person = haftungsperson.address;
    const terms = { kind: 1, level: 2, until: BigInt((await chain.now()) + 10_000_000) };
    const better = { ...terms, level: 3, until: terms.until + 1n };
    const steps: (() => Promise<unknown>)[] = [
      () => register(creator, { agentWallet: first.address }),
      () => call(haftungsperson, "confirmAgent", agent),
      () => call(first, "confirmAgent", agent),
      () => call(first, "setAttester", agent, stranger.address),
      () => call(first, "proposeHaftungsperson", agent, stranger.address),
      () => call(haftungsperson, "proposeWallet", agent, second.address),
      () => accept(second, "acceptWallet", agent),
      () => call(second, "confirmAgent", agent),
      () => call(second, "setAttester", agent, stranger.address),
      () => call(stranger, "attestCompliance", agent),
      () => call(haftungsperson, "proposeWallet", agent, third.address),
      () => call(second, "proposeHaftungsperson", agent, successor.address),
      () => accept(successor, "acceptHaftungsperson", agent),
      () => call(successor, "proposeWallet", agent, third.address),
      () => accept(third, "acceptWallet", agent),
      () => call(successor, "declineAgent", agent),
      () => call(owner, "reactivateAgent", agent),
      () => call(successor, "declineAgent", agent),
      () => register(stranger, { agentWallet: entered.address }),
      () => call(haftungsperson, "declineAgent", intruder),
      () => call(entered, "declineAgent", intruder),
      () => register(entered, { agentWallet: entered.address }),
      () => setNotary(NOTARY.address, true),
      () => certify(NOTARY, person, terms),
      () => acceptCertificate(haftungsperson, NOTARY.address, terms),
      () => certify(NOTARY, person, better),
      () => setNotary(NOTARY.address, false),
      () => acceptCertificate(haftungsperson, NOTARY.address, better),
      () => endCertificate(haftungsperson, person, NOTARY.address),
      () => setNotary(NOTARY.address, true),
      () => certify(NOTARY, person, terms),
      () => endCertificate(NOTARY, person, NOTARY.address),
      () => certify(NOTARY, person, better),
      () => acceptCertificate(haftungsperson, NOTARY.address, better),
    ];
    const parties = [person, creator.address].map((each) => ({
      person: each.toLowerCase() as Address,
      notary: NOTARY.address.toLowerCase() as Address,
    }));
    const shared = { rpcUrls: [chain.rpcUrl], registryAddress };
    const indexes = [
      await startTestIndex(shared),
      await startTestIndex({ ...shared, databaseUrl: await postgres.createDatabase() }),
    ];
    const source = createRecordSource({ node: createRpcNode({ url: chain.rpcUrl }), registryAddress });

    /** The new block is another one than any that was taken back. */
    async function mineAndFollow(): Promise<void> {
      await chain.test.increaseTime({ seconds: 7 });
      await chain.test.mine({ blocks: 1 });
      const { number, hash } = await chain.reader.getBlock();
      await Promise.all(indexes.map((index) => index.waitForHash({ number: Number(number), hash })));
    }

    async function assertAfterBlock(what: string): Promise<void> {
      await mineAndFollow();
      const views = await readContractViews({ chain, registryAddress });
      const retired = await readRetiredAgents({ chain, registryAddress }, RANDOM_CHAIN_WALLETS);
      const certificates = await readContractCertificates({ chain, registryAddress }, certificateParties);
      for (const index of indexes) {
        await assertSameAsContract(index, { views, retired, certificates });
        const { db, engine } = index;
        const agentIds = views.map(({ record }) => record.agentId);
        assert.deepEqual((await compare({ db, source, agentIds }))?.unlike, [], what);
        const look = await confirm({ db, source, agentIds, certificates: { engine, parties } });
        assert.deepEqual(look?.mismatches, [], what);
      }
    }

    try {
      const snapshots: `0x${string}`[] = [];
      for (const step of steps) {
        snapshots.push(await chain.test.snapshot());
        await step();
        await mineAndFollow();
      }
      await assertAfterBlock("the last step");
      for (const [i, id] of [...snapshots.entries()].reverse()) {
        await chain.test.revert({ id });
        await assertAfterBlock(`before step ${i}`);
      }
      // All of them at once, forwards and back.
      const before = await chain.test.snapshot();
      for (const step of steps) await step();
      await assertAfterBlock("all steps");
      await chain.test.revert({ id: before });
      await assertAfterBlock("none of them");
      for (const index of indexes) assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 0);
    } finally {
      for (const index of indexes) await index.stop();
    }
  });
});
