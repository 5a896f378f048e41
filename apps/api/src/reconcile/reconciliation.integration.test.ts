import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { systemClock } from "@agent-registry/service";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  startChain,
  startFaultyRpc,
  type TestPostgres,
  testedEngines,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, getAbiItem, numberToHex, toEventSelector } from "viem";
import { readIndexCertificates } from "../testing/contract-views.ts";
import { toUnknownFork } from "../testing/parting-chains.ts";
import { createRegister, type Register } from "../testing/register-calls.ts";
import { startRunningApi } from "../testing/running-api.ts";
import { createTestApi } from "../testing/test-api.ts";
import { createDataDir, startTestIndex, type TestIndex } from "../testing/test-index.ts";

type RawLog = { topics: string[] };

/** A header's filter that shows no log. */
const NO_LOGS = `0x${"0".repeat(512)}`;
const statusChanged = toEventSelector(getAbiItem({ abi: registryAbi, name: "AgentStatusChanged" }));
const registered = toEventSelector(getAbiItem({ abi: registryAbi, name: "AgentRegistered" }));
const certificateEnded = toEventSelector(getAbiItem({ abi: registryAbi, name: "CertificateEnded" }));
const notaryRemoved = toEventSelector(getAbiItem({ abi: registryAbi, name: "NotaryRemoved" }));
const [wallet, otherWallet, thirdWallet] = [devAccount(8), devAccount(9), devAccount(10)];
/** As quick as the test's index polls. */
const reconciliation = {
  tickMs: 20,
  recentMs: 50,
  recheckMs: 50,
  mendDelays: { firstMs: 50, maxMs: 400 },
};

let chain: LocalChain;
let postgres: TestPostgres;
let liar: FaultyRpc;
let honest: FaultyRpc;
before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  liar = await startFaultyRpc({ target: chain.rpcUrl });
  honest = await startFaultyRpc({
    target: chain.rpcUrl,
    hook: ({ method }) => (method === "eth_getBlockByNumber" ? toUnknownFork : "pass"),
  });
});
after(async () => {
  await Promise.all([liar?.stop(), honest?.stop()]);
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

/**
 * Leaves logs out without a trace: headers do not show them either. Their hashes would, so that it takes a
 * chain whose hashes cannot be recomputed.
 */
function hideLogs(isHidden: (log: RawLog) => boolean): void {
  liar.setHook(({ method }) => {
    if (method === "eth_getLogs") return (logs) => (logs as RawLog[]).filter((log) => !isHidden(log));
    if (method === "eth_getBlockByNumber")
      return (block) => block && toUnknownFork({ ...block, logsBloom: NO_LOGS });
    return "pass";
  });
}

const hide = (topic: string) => hideLogs(({ topics }) => topics[0] === topic);

async function setUpRegister(): Promise<{ registryAddress: Address; register: Register }> {
  const { registryAddress } = await deployLocally(chain);
  return { registryAddress, register: createRegister({ chain, registryAddress }) };
}

async function revoke(registryAddress: Address, id: number): Promise<void> {
  const args = [BigInt(id), "fraud"] as const;
  const data = encodeFunctionData({ abi: registryAbi, functionName: "revokeAgent", args });
  const hash = await chain.wallet(devAccounts.owner).sendTransaction({ to: registryAddress, data });
  await chain.reader.waitForTransactionReceipt({ hash });
}

describe("the end of a certificate that one of two nodes hides", () => {
  it("is found and read from the other node, without building the index anew", async () => {
    const { registryAddress, register } = await setUpRegister();
    const [notary, person] = [devAccount(11), devAccounts.haftungsperson];
    const terms = { kind: 1, level: 3, until: BigInt((await chain.now()) + 10_000_000) };
    // Its topic looks like the number of an agent.
    const small = numberToHex(1, { size: 20 });
    await register.setNotary(notary.address, true);
    await register.certify(notary, small, terms);
    await register.certify(notary, person.address, terms);
    await register.endCertificate(person, person.address, notary.address);
    hide(certificateEnded);
    const dataDir = await createDataDir();
    const place = { registryAddress, dataDir };
    const { number, hash } = await chain.reader.getBlock();
    const head = { number: Number(number), hash };
    const unaware = { reconciliation: { ...reconciliation, tickMs: 3_600_000 } };
    const deceived = await startTestIndex({ ...place, rpcUrls: [liar.rpcUrl], tuning: unaware });
    await deceived.waitForHash(head);
    await deceived.stop();
    const rpcUrls = [liar.rpcUrl, honest.rpcUrl];
    const index = await startTestIndex({ ...place, rpcUrls, tuning: { reconciliation } });
    try {
      const readCertified = async () =>
        [...(await readIndexCertificates(index, [person.address, small])).keys()].join();
      await waitUntil(async () => (await readCertified()) === `${small} ${notary.address}`, "a mend");
      await index.waitForHash(head);
      await waitUntil(
        async () => (await index.metric("agent_registry_index_doubtful_agents")) === 0,
        "no doubt",
      );
      assert.equal(await readCertified(), `${small} ${notary.address}`);
      assert.equal(await index.metric("agent_registry_index_mismatch_total"), 1);
      assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 0);
    } finally {
      await index.stop();
      await rm(dataDir, { recursive: true });
    }
  });
});

describe("a revocation that one of two nodes hides", () => {
  it("is found and read from the other node, without building the index anew", async () => {
    const { registryAddress, register } = await setUpRegister();
    const { id } = await register.register(wallet, { agentWallet: wallet.address });
    await revoke(registryAddress, id);
    hide(statusChanged);
    const rpcUrls = `${liar.rpcUrl},${honest.rpcUrl}`;
    const api = await startRunningApi({ RPC_URL: rpcUrls, REGISTRY_ADDRESS: registryAddress });
    try {
      const kya = async () => (await api.get(`/api/v1/kya/${wallet.address}`)).body;
      await waitUntil(async () => (await kya()).agent?.status === "Revoked", "Revoked");
      const metrics = await (await fetch(`${api.url}/metrics`)).text();
      assert.match(metrics, /^agent_registry_index_mismatch_total 1$/m);
      assert.match(metrics, /^agent_registry_index_rebuilds_total 0$/m);
    } finally {
      await api.stop();
    }
  });
});

for (const engine of testedEngines) {
  it(`a hidden revocation in a block whose hash is no longer kept is mended without a rebuild (${engine})`, async () => {
    const { registryAddress, register } = await setUpRegister();
    await register.register(wallet, { agentWallet: wallet.address });
    await revoke(registryAddress, 1);
    await register.register(otherWallet, { agentWallet: otherWallet.address });
    for (let i = 0; i < 20; i += 1) await chain.test.mine({ blocks: 1 });
    const { number, hash } = await chain.reader.getBlock();
    const head = { number: Number(number), hash };
    const tuning = { keptBlocks: 5, keptSeconds: 0, reconciliation };
    const right = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, tuning });
    await right.waitForHash(head);
    const expected = await right.dump();
    await right.stop();

    hide(statusChanged);
    const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
    const dataDir = await createDataDir();
    const place = { registryAddress, databaseUrl, dataDir };
    // Of settled blocks two nodes are asked, so that the index is wrong only if it was filled from one that lies.
    const unaware = { ...tuning, reconciliation: { ...reconciliation, tickMs: 3_600_000 } };
    const deceived = await startTestIndex({ ...place, rpcUrls: [liar.rpcUrl], tuning: unaware });
    await deceived.waitForHash(head);
    await deceived.stop();
    const rpcUrls = [liar.rpcUrl, honest.rpcUrl];
    const index = await startTestIndex({ ...place, rpcUrls, tuning });
    try {
      const isDone = async () =>
        (await index.metric("agent_registry_index_mismatch_total")) === 1 &&
        (await index.metric("agent_registry_index_doubtful_agents")) === 0;
      await waitUntil(async () => (await isDone()) && index.status().doubtfulAgents === 0, "a mend");
      await index.waitForHash(head);
      assert.deepEqual(await index.dump(), expected);
      assert.equal(await index.metric("agent_registry_index_rebuilds_total"), 0);
    } finally {
      await index.stop();
      await rm(dataDir, { recursive: true });
    }
  });

  describe(`an index whose only node hides logs (${engine})`, () => {
    let registryAddress: Address;
    let register: Register;
    let index: TestIndex | undefined;
    before(async () => {
      ({ registryAddress, register } = await setUpRegister());
      await register.register(wallet, { agentWallet: wallet.address });
      await register.register(otherWallet, { agentWallet: otherWallet.address });
      await revoke(registryAddress, 1);
    });
    afterEach(async () => {
      await index?.stop();
      index = undefined;
    });

    async function start() {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      const rpcUrls = [liar.rpcUrl];
      index = await startTestIndex({ rpcUrls, registryAddress, databaseUrl, tuning: { reconciliation } });
      const { get } = createTestApi({
        index: index.asked,
        status: index.status,
        clock: systemClock,
      });
      return { index, get, databaseUrl };
    }

    /** A process that only reads knows of the doubt by the database. */
    async function expectFollowerRefuses(databaseUrl: string): Promise<void> {
      const follower = await startTestIndex({ rpcUrls: [liar.rpcUrl], registryAddress, databaseUrl });
      try {
        await waitUntil(() => follower.status().doubtfulAgents === 1, "the follower's doubt");
        const { forWallet } = follower.asked.vouching;
        assert.throws(() => forWallet(wallet.address.toLowerCase()), {
          status: 500,
          message: /the index is being mended$/,
        });
        assert.equal(await follower.metric("agent_registry_index_is_leader"), 0);
      } finally {
        await follower.stop();
      }
    }

    it("does not answer for the agent until the node is honest, and then tells the truth", async () => {
      hide(statusChanged);
      const { index, get, databaseUrl } = await start();
      const kya = () => get(`/api/v1/kya/${wallet.address}`);
      const isDoubted = async () => /; the index is being mended$/.test((await kya()).body.error);
      await waitUntil(isDoubted, "a doubt");
      // The index is built anew meanwhile, so that for moments nothing is answered at all.
      await waitUntil(async () => {
        const wanted = [
          `/kya/${wallet.address}`,
          "/agent/1",
          "/agent/1/consents",
          "/agent/1/lineage",
          "/agents",
        ];
        for (const url of wanted) assert.equal((await get(`/api/v1${url}`)).status, 500, url);
        const other = await get(`/api/v1/kya/${otherWallet.address}`);
        const ready = await get("/ready");
        return other.body.isCompliant === true && ready.body.doubtfulAgents === 1;
      }, "answers about others");
      assert.equal(await index.metric("agent_registry_index_mismatch_total"), 1);
      if (databaseUrl !== undefined) await expectFollowerRefuses(databaseUrl);

      liar.setHook(() => "pass");
      await waitUntil(async () => {
        const { status, body } = await kya();
        assert.notEqual(body.agent?.status, "Active");
        return status === 200 && body.agent.status === "Revoked";
      }, "Revoked");
      await waitUntil(async () => (await get("/ready")).body.doubtfulAgents === undefined, "no doubt");
      assert.equal((await get("/api/v1/agents")).status, 200);
      await waitUntil(
        async () => (await index.metric("agent_registry_index_verified_share")) === 1,
        "all are verified",
      );
    });

    it("notices a registration that is left out, and does not say that the wallet is not registered", async () => {
      const { id } = await register.register(thirdWallet, { agentWallet: thirdWallet.address });
      hideLogs(({ topics }) => topics[0] === registered && Number(topics[1]) === id);
      const { get } = await start();
      const kya = () => get(`/api/v1/kya/${thirdWallet.address}`);
      await waitUntil(async () => /; the index is being mended$/.test((await kya()).body.error), "a doubt");
      liar.setHook(() => "pass");
      await waitUntil(async () => {
        const { status, body } = await kya();
        if (status === 200) assert.equal(body.isRegistered, true);
        return status === 200;
      }, "registered");
    });

    it("does not vouch for certificates while the end of one is hidden, and then knows that it is gone", async () => {
      const [notary, person] = [devAccount(11), devAccounts.haftungsperson];
      const terms = { kind: 1, level: 3, until: BigInt((await chain.now()) + 10_000_000) };
      await register.setNotary(notary.address, true);
      await register.certify(notary, person.address, terms);
      await register.acceptCertificate(person, notary.address, terms);
      await register.endCertificate(person, person.address, notary.address);
      hide(certificateEnded);
      const { index } = await start();
      const { forAgents } = index.asked.vouching;
      const isVouchedFor = () => {
        try {
          forAgents([0]);
          return true;
        } catch (error) {
          assert.match(
            String(error),
            /what is certified differs from the contract; the index is being mended/,
          );
          return false;
        }
      };
      const readAll = () => readIndexCertificates(index, [person.address]);
      await waitUntil(() => !isVouchedFor(), "a doubt");
      forAgents([1, 2]);
      const [doubt] = await index.db.selectFrom("doubtful_agents").selectAll().execute();
      assert.equal(doubt?.agent_id, 0);
      assert.match(
        doubt?.difference ?? "",
        /^certificate of 0x\w{40} by 0x\w{40}: the index has kind 1, level 3, \d+ to \d+, accepted, the contract none$/,
      );
      liar.setHook(() => "pass");
      await waitUntil(async () => isVouchedFor() && (await readAll()).size === 0, "no certificate");

      // What is filed while the index is followed is compared, too.
      await register.certify(notary, person.address, terms);
      await waitUntil(async () => (await readAll()).size === 1, "a certificate");
      hide(notaryRemoved);
      await register.setNotary(notary.address, false);
      await register.endCertificate(person, person.address, notary.address);
      await waitUntil(() => !isVouchedFor(), "a doubt about the notary");
      const [second] = await index.db.selectFrom("doubtful_agents").selectAll().execute();
      assert.match(
        second?.difference ?? "",
        /^notary 0x\w{40}: the index has accredited, the contract not accredited$/,
      );
      liar.setHook(() => "pass");
      await waitUntil(isVouchedFor, "no doubt");
    });
  });
}
