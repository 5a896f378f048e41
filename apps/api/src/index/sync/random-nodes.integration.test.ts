import assert from "node:assert/strict";
import { after, afterEach, beforeEach, it } from "node:test";
import { registryAbi, toAgentStatus } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  type RpcHook,
  startFaultyRpc,
  type TestPostgres,
  testedEngines,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { startPartingChains, stopAtHead } from "../../testing/parting-chains.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { createRegister } from "../../testing/register-calls.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";

const STEPS = process.env.DEEP ? 200 : 15;
const SEED = 20_261_118;
const NODES = 5;
const wallets = [6, 7, 8, 9, 10, 11].map(devAccount);

/** How a node is during a step: following the chain, standing still at its last block, on a branch, or silent. */
const KINDS = ["good", "good", "good", "still", "liar", "dead"] as const;
type Kind = (typeof KINDS)[number];

/** What the register must do with such nodes, by the rules of the trust document. */
function expect(kinds: Kind[]): "follows" | "waits" {
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length;
  const [good, still, liars] = [count("good"), count("still"), count("liar")];
  const isMostBehind = still * 2 > good + still + liars;
  return good > liars && !isMostBehind ? "follows" : "waits";
}

const isDeceived = (kinds: Kind[]) => {
  const answering = kinds.filter((kind) => kind !== "dead");
  return answering.filter((kind) => kind === "liar").length * 2 > answering.length;
};

let postgres: TestPostgres | undefined;
let chains: Awaited<ReturnType<typeof startPartingChains>>;
let nodes: FaultyRpc[] = [];
let index: TestIndex | undefined;
beforeEach(async () => {
  // So old that every step may be far later than the one before, and none lies in the future.
  chains = await startPartingChains({ ageSeconds: 30 * 86_400 });
});
afterEach(async () => {
  await index?.stop();
  index = undefined;
  await Promise.all(nodes.map((node) => node.stop()));
  await chains.stop();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  it(`no answer is another than the contract's, whatever a minority of ${NODES} nodes does (${engine})`, async () => {
    const random = createRandom(SEED);
    const { chain, branch } = chains;
    const { registryAddress } = await deployLocally(chain);
    await chains.repeat();
    nodes = await Promise.all(Array.from({ length: NODES }, () => startFaultyRpc({ target: chain.rpcUrl })));
    if (engine === "postgres") postgres ??= await usePostgres();
    const databaseUrl = engine === "postgres" ? await postgres?.createDatabase() : undefined;
    const at = await startTestIndex({
      rpcUrls: nodes.map(({ rpcUrl }) => rpcUrl),
      registryAddress,
      databaseUrl,
    });
    index = at;
    const api = createTestApi({
      index: at.asked,
      status: at.status,
      nodeCount: NODES,
      clock: { now: Date.now },
    });

    const contract = { address: registryAddress, abi: registryAbi } as const;
    async function readStatus(world: LocalChain, wallet: Address): Promise<string> {
      const args = [wallet] as const;
      const read = world.reader.readContract;
      if (!(await read({ ...contract, functionName: "isRegistered", args }))) return "none";
      return toAgentStatus((await read({ ...contract, functionName: "getAgentByWallet", args })).status);
    }
    const readTruth = () => Promise.all(wallets.map(({ address }) => readStatus(chain, address)));
    /** Undefined for a wallet that is not answered for. */
    async function readAnswers(): Promise<(string | undefined)[]> {
      const answers: (string | undefined)[] = [];
      for (const { address } of wallets) {
        api.cache.clear();
        const { status, body } = await api.get(`/api/v1/kya/${address}`);
        answers.push(status === 200 ? (body.agent?.status ?? "none") : undefined);
      }
      return answers;
    }

    /** Something happens on the chain, and something else on the branch of those who lie. */
    async function change(): Promise<void> {
      for (const world of [chain, branch]) {
        await world.test.increaseTime({ seconds: 60 });
        const register = createRegister({ chain: world, registryAddress });
        const wallet = wallets[random(wallets.length)] ?? devAccount(6);
        const agentId = await world.reader.readContract({
          ...contract,
          functionName: "walletToAgent",
          args: [wallet.address],
        });
        const status = await readStatus(world, wallet.address);
        if (status === "none") await register.register(wallet, { agentWallet: wallet.address });
        else if (status === "Suspended")
          await register.call(devAccounts.owner, "reactivateAgent", Number(agentId));
        else await register.call(devAccounts.owner, "suspendAgent", Number(agentId), "a step");
        for (let blocks = random(4); blocks > 0; blocks -= 1) await world.test.mine({ blocks: 1 });
      }
    }

    await at.waitForBlock(Number(await chain.reader.getBlockNumber()));
    for (let step = 0; step < STEPS; step += 1) {
      let kinds: Kind[];
      do kinds = nodes.map(() => KINDS[random(KINDS.length)] ?? "good");
      while (isDeceived(kinds) || kinds.every((kind) => kind === "dead"));
      const hooks: Record<Kind, RpcHook> = {
        good: () => "pass",
        liar: () => "pass",
        still: await stopAtHead(chains),
        dead: () => (random(2) === 0 ? "drop" : { status: 503 }),
      };
      const before = await readTruth();
      for (const [i, node] of nodes.entries()) {
        const kind = kinds[i] ?? "good";
        node.setTarget(kind === "liar" ? branch.rpcUrl : chain.rpcUrl);
        node.setHook(hooks[kind]);
      }
      await change();
      const now = await readTruth();
      const name = `step ${step}: ${kinds.join(", ")}`;
      const check = async () => {
        for (const [i, answer] of (await readAnswers()).entries()) {
          if (answer === undefined) continue;
          assert.ok(
            answer === now[i] || answer === before[i],
            `${name}: ${wallets[i]?.address} is ${answer}`,
          );
        }
      };
      await check();
      if (expect(kinds) === "follows") {
        await at.waitForBlock(Number(await chain.reader.getBlockNumber()));
        assert.deepEqual(await readAnswers(), now, name);
      } else {
        const seen = nodes.map(({ requests }) => requests.count);
        const asked = (i: number) => (nodes[i]?.requests.count ?? 0) > (seen[i] ?? 0) + 3;
        await waitUntil(() => kinds.every((kind, i) => kind === "dead" || asked(i)), `${name}: more rounds`);
        await check();
      }
      // Nothing is left of it when all nodes are well again. Only then come the next faults: a round that sees the liars of
      // two steps would see more than either has.
      for (const node of nodes) {
        node.setTarget(chain.rpcUrl);
        node.setHook(() => "pass");
      }
      await at.waitForBlock(Number(await chain.reader.getBlockNumber()));
      assert.deepEqual(await readAnswers(), now, name);
      const rounds = nodes.map(({ requests }) => requests.count);
      await waitUntil(
        () => nodes.every(({ requests }, i) => requests.count > (rounds[i] ?? 0) + 3),
        `${name}: rounds with all nodes`,
      );
    }
    assert.equal(await at.metric("agent_registry_index_rebuilds_total"), 0);
  });
}
