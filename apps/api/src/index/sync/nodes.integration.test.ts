import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type FaultyRpc,
  startFaultyRpc,
  type TestPostgres,
  testedEngines,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { startPartingChains, stopAtHead, toUnknownFork } from "../../testing/parting-chains.ts";
import { createRegister, type Register } from "../../testing/register-calls.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";

const [wallet, invented] = [devAccount(8), devAccount(9)];

/** Time that passes for the index at once. */
let skippedMs = 0;
const clock = { now: () => Date.now() + skippedMs };

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`several RPC nodes, not all of them right (${engine})`, () => {
    let chains: Awaited<ReturnType<typeof startPartingChains>>;
    let registryAddress: Address;
    let register: Register;
    let nodes: [FaultyRpc, FaultyRpc, FaultyRpc];
    let index: TestIndex | undefined;
    let api: ReturnType<typeof createTestApi>;

    beforeEach(async () => {
      chains = await startPartingChains();
      const { chain } = chains;
      ({ registryAddress } = await deployLocally(chain));
      register = createRegister({ chain, registryAddress });
      await register.register(wallet, { agentWallet: wallet.address });
      await chains.repeat();
      const start = () => startFaultyRpc({ target: chain.rpcUrl });
      nodes = [await start(), await start(), await start()];
    });
    afterEach(async () => {
      await index?.stop();
      index = undefined;
      await Promise.all(nodes.map((node) => node.stop()));
      await chains.stop();
    });

    async function start(
      options: { nodes?: FaultyRpc[]; maxHeadAgeSeconds?: number; rpcTimeoutMs?: number } = {},
    ) {
      const { nodes: asked = nodes, maxHeadAgeSeconds } = options;
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      index = await startTestIndex({
        rpcUrls: asked.map(({ rpcUrl }) => rpcUrl),
        registryAddress,
        databaseUrl,
        clock,
        ...(options.rpcTimeoutMs === undefined ? {} : { tuning: { rpcTimeoutMs: options.rpcTimeoutMs } }),
      });
      const { status } = index;
      const nodeCount = asked.length;
      api = createTestApi({ index: index.asked, status, clock, nodeCount, maxHeadAgeSeconds });
      return index;
    }

    /** Not from the cache, where an answer lives for its time whatever the nodes do. */
    function get(url: string) {
      api.cache.clear();
      return api.get(url);
    }

    const kya = async (account = wallet) => (await get(`/api/v1/kya/${account.address}`)).body;
    const revoke = () => register.call(devAccounts.owner, "revokeAgent", 1, "fraud");
    const standsAt = async () => {
      const { number, hash } = await chains.chain.reader.getBlock();
      return { number: Number(number), hash };
    };
    const answersRevoked = () => waitUntil(async () => (await kya()).agent?.status === "Revoked", "Revoked");

    /** The first node is on a branch of its own, longer than the chain. */
    async function letFirstPart(): Promise<void> {
      nodes[0].setTarget(chains.branch.rpcUrl);
      for (let i = 0; i < 5; i += 1) await chains.branch.test.mine({ blocks: 1 });
    }

    it("one of three that hides a revocation is outvoted", async () => {
      const at = await start();
      await at.waitForHash(await standsAt());
      assert.equal((await kya()).isCompliant, true);
      await letFirstPart();
      await revoke();
      await answersRevoked();
      await at.waitForHash(await standsAt());
      await waitUntil(
        async () => (await at.metric("agent_registry_index_nodes_disagreeing")) === 1,
        "one that disagrees",
      );
      assert.equal((await get("/ready")).status, 200);
      assert.equal(await at.metric("agent_registry_index_rebuilds_total"), 0);
    });

    it("one of three that invents an agent is outvoted", async () => {
      const fake = createRegister({ chain: chains.branch, registryAddress });
      await fake.register(invented, { agentWallet: invented.address });
      await letFirstPart();
      const at = await start();
      await at.waitForHash(await standsAt());
      assert.equal((await kya(invented)).isRegistered, false);
      assert.equal((await kya()).isCompliant, true);
    });

    it("what one node alone told is taken back when the others answer again", async () => {
      nodes[1].setHook(() => "drop");
      nodes[2].setHook(() => "drop");
      const fake = createRegister({ chain: chains.branch, registryAddress });
      await fake.register(invented, { agentWallet: invented.address });
      await letFirstPart();
      const at = await start();
      await waitUntil(async () => (await kya(invented)).isRegistered === true, "the invention");
      await revoke();
      nodes[1].setHook(() => "pass");
      nodes[2].setHook(() => "pass");
      await at.waitForHash(await standsAt());
      assert.equal((await kya(invented)).isRegistered, false);
      assert.equal((await kya()).agent.status, "Revoked");
    });

    it("two that contradict each other are not answered from", async () => {
      const at = await start({ nodes: nodes.slice(0, 2) });
      await at.waitForHash(await standsAt());
      await letFirstPart();
      await revoke();
      await waitUntil(
        async () => (await at.metric("agent_registry_index_node_disagreements_total")) > 0,
        "a contradiction",
      );
      assert.equal((await kya()).isCompliant, true, "for some seconds nodes may differ");
      skippedMs += 5_000;
      assert.equal((await kya()).error, "RPC failure: the nodes disagree");
      const { status, body } = await get("/ready");
      assert.deepEqual([status, body.cause, body.reason], [503, "nodes-disagree", "the nodes disagree"]);
      assert.equal((await get("/health?include=nodes")).body.nodes.agree, false);
      nodes[0].setTarget(chains.chain.rpcUrl);
      await answersRevoked();
      assert.equal((await get("/ready")).status, 200);
    });

    it("a node whose head stands still is not waited for if the other goes on", async () => {
      const at = await start({ nodes: nodes.slice(0, 2) });
      await at.waitForHash(await standsAt());
      nodes[0].setHook(await stopAtHead(chains));
      await chains.chain.test.increaseTime({ seconds: 500 });
      await revoke();
      await answersRevoked();
      assert.equal(await at.metric("agent_registry_index_reorgs_total"), 0);
    });

    it("a head that stands still alone is answered from as long as it may be old, and then not", async () => {
      const [only] = nodes;
      only.setHook(await stopAtHead(chains));
      await start({ nodes: [only], maxHeadAgeSeconds: 60 });
      await waitUntil(
        async () =>
          /^RPC failure: the newest block of all nodes is \d+ seconds old$/.test((await kya()).error ?? ""),
        "a refusal",
      );
      assert.deepEqual([(await get("/ready")).status, (await get("/ready")).body.cause], [503, "head-old"]);
      await index?.stop();
      await start({ nodes: [only] });
      await waitUntil(async () => (await kya()).isCompliant === true, "an answer");
    });

    it("a node that is behind takes nothing back while the other is down", async () => {
      const behind = await stopAtHead(chains);
      await revoke();
      const at = await start({ nodes: nodes.slice(0, 2) });
      const stands = await standsAt();
      await at.waitForHash(stands);
      nodes[0].setHook(() => "drop");
      nodes[1].setHook(behind);
      await waitUntil(() => /behind the index$/.test(at.status().problem ?? ""), "the node to be behind");
      const answeredAtMs = at.status().lastAnswerAtMs;
      const seen = nodes[1].calls.length;
      await waitUntil(() => nodes[1].calls.length > seen + 20, "more polls");
      assert.equal((await kya()).agent.status, "Revoked");
      assert.equal(at.status().indexedBlock, stands.number);
      assert.equal(await at.metric("agent_registry_index_reorgs_total"), 0);
      assert.equal(at.status().lastAnswerAtMs, answeredAtMs, "nobody has shown that the index is up to date");
    });

    it("a block that is replaced by one of the same height is noticed before the next one", async () => {
      const [only] = nodes;
      const at = await start({ nodes: [only] });
      const { chain } = chains;
      const snapshot = await chain.test.snapshot();
      await revoke();
      await answersRevoked();
      await chain.test.revert({ id: snapshot });
      await chain.test.mine({ blocks: 1 });
      await at.waitForHash(await standsAt());
      assert.equal((await kya()).isCompliant, true);
      assert.equal(await at.metric("agent_registry_index_reorgs_total"), 1);
    });

    it("two honest nodes are enough if the third is dead", async () => {
      nodes[0].setHook(() => "timeout");
      const at = await start({ rpcTimeoutMs: 500 });
      await at.waitForHash(await standsAt());
      await revoke();
      await answersRevoked();
      await at.waitForHash(await standsAt());
      assert.equal((await get("/ready")).status, 200);
    });

    it("headers with fields of a later fork are taken as they come, and the answer says so", async () => {
      for (const node of nodes)
        node.setHook(({ method }) => (method === "eth_getBlockByNumber" ? toUnknownFork : "pass"));
      const at = await start();
      await at.waitForHash(await standsAt());
      assert.equal((await get("/health?include=nodes")).body.nodes.hashes, "as-told");
      for (const node of nodes) node.setHook(() => "pass");
      await revoke();
      await answersRevoked();
      assert.equal((await get("/health?include=nodes")).body.nodes.hashes, "recomputed");
    });

    it("a header that does not give its hash is no answer", async () => {
      const [only] = nodes;
      only.setHook(({ method }) =>
        method === "eth_getBlockByNumber"
          ? (block) => block && { ...block, stateRoot: `0x${"00".repeat(32)}` }
          : "pass",
      );
      const at = await start({ nodes: [only] });
      await waitUntil(() => /does not give its hash$/.test(at.status().problem ?? ""), "a refusal");
      assert.equal((await get(`/api/v1/kya/${wallet.address}`)).status, 500);
      only.setHook(() => "pass");
      await at.waitForHash(await standsAt());
    });
  });
}
