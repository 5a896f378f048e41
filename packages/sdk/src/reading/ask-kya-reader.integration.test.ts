import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Address, custom, type LocalAccount, zeroHash } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { waitForTransactionReceipt, writeContract } from "viem/actions";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { askKyaReader } from "./ask-kya-reader.ts";

let chain: LocalChain;
let registryAddress: Address;
let forwarderAddress: Address;
before(async () => {
  chain = await startChain();
  ({ registryAddress, forwarderAddress } = await deployLocally(chain));
});
after(() => chain.stop());

const connect = (account: LocalAccount) =>
  createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account });
const newWallet = () => privateKeyToAddress(generatePrivateKey());
const haftungsperson = devAccounts.haftungsperson.address;

/** Entered by the registry's owner, who is none of the parties. */
async function enter(input: { operationalScope?: string; parentAgentId?: number } = {}) {
  const { operationalScope = "Read at once", parentAgentId } = input;
  const agentWallet = newWallet();
  const entry = { agentWallet, haftungsperson, operationalScope };
  const owner = connect(devAccounts.owner);
  return parentAgentId === undefined
    ? owner.register(entry)
    : owner.registerChild({ ...entry, parentAgentId });
}

async function enterWithoutScope(): Promise<Address> {
  const agentWallet = newWallet();
  const { wallet, reader } = connect(devAccounts.owner).client;
  assert.ok(wallet);
  const hash = await writeContract(wallet, {
    chain: null,
    address: registryAddress,
    abi: registryAbi,
    functionName: "registerAgent",
    args: [haftungsperson, agentWallet, zeroHash, zeroHash, "", 0n, false],
  });
  await waitForTransactionReceipt(reader, { hash });
  return agentWallet;
}

/** What the contract's own views say about a wallet. */
async function askViews(wallet: Address) {
  const contract = { address: registryAddress, abi: registryAbi } as const;
  const agent = await chain.reader.readContract({
    ...contract,
    functionName: "getAgentByWallet",
    args: [wallet],
  });
  const args = [agent.agentId] as const;
  const [consents, refusals, block] = await Promise.all([
    chain.reader.readContract({ ...contract, functionName: "consents", args }),
    chain.reader.readContract({ ...contract, functionName: "refusals", args }),
    chain.reader.getBlock(),
  ]);
  return [block.timestamp, true, agent, consents, refusals, 0n, []];
}

const client = () => connect(devAccounts.stranger).client;

describe("the reader that travels with a call", () => {
  const states: Record<string, () => Promise<Address>> = {
    "a record to which nobody agreed": async () => (await enter()).agentWallet,
    // The SDK files no empty scope, but the contract takes one.
    "a record without a scope": enterWithoutScope,
    "a record with the longest scope there may be": async () =>
      (await enter({ operationalScope: "x".repeat(1_000) })).agentWallet,
    "a record that its Haftungsperson agreed to": async () => {
      const { agentId, agentWallet } = await enter();
      await connect(devAccounts.haftungsperson).confirm({ agentId });
      return agentWallet;
    },
    "a record that its Haftungsperson refused": async () => {
      const { agentId, agentWallet } = await enter();
      await connect(devAccounts.haftungsperson).decline({ agentId });
      return agentWallet;
    },
    "a child that its parent refused": async () => {
      const agent = connect(devAccounts.agent);
      const parent = await agent.register({ haftungsperson, operationalScope: "Parent" });
      const { agentId, agentWallet } = await enter({ parentAgentId: parent.agentId });
      await agent.decline({ agentId });
      return agentWallet;
    },
  };
  for (const [name, setUp] of Object.entries(states)) {
    test(`says of ${name} what the views say`, async () => {
      const wallet = await setUp();
      assert.deepEqual(await askKyaReader(client(), { wallet }), await askViews(wallet));
    });
  }

  test("says of each notary, in the order of the question, what it has certified", async () => {
    const { agentWallet: wallet } = await enter();
    const [owner, notary] = [connect(devAccounts.owner), connect(devAccounts.agent)];
    await owner.addNotary({ notary: devAccounts.agent.address });
    const until = (await chain.reader.getBlock()).timestamp + 100n;
    const terms = { kind: "legal", level: "substantial", until: Number(until) } as const;
    await notary.certifyPerson({ person: haftungsperson, ...terms, ref: zeroHash });
    const notaries = [newWallet(), devAccounts.agent.address];
    const none = { kind: 0, level: 0, until: 0n, accepted: false, accredited: false };
    const stated = { kind: 2, level: 2, until, accepted: false, accredited: true };
    const ask = async (about: Address) => (await askKyaReader(client(), { wallet: about, notaries }))[6];
    assert.deepEqual(await ask(wallet), [none, stated]);
    await connect(devAccounts.haftungsperson).acceptCertificate({
      notary: devAccounts.agent.address,
      ...terms,
    });
    assert.deepEqual(await ask(wallet), [none, { ...stated, accepted: true }]);
    assert.deepEqual(await ask(newWallet()), [], "of nobody nothing is certified");
  });

  test("says the same of an agent by its number, and refuses a number that no agent has", async () => {
    const { agentId, agentWallet: wallet } = await enter();
    assert.deepEqual(await askKyaReader(client(), { agentId }), await askViews(wallet));
    await assert.rejects(askKyaReader(client(), { agentId: agentId + 1 }), { reason: "agent-not-found" });
  });

  test("knows no record of a wallet that was never entered, nor of one that was released", async () => {
    const { agentId, agentWallet } = await enter();
    await connect(devAccounts.owner).releaseWallet({ agentId });
    for (const wallet of [newWallet(), agentWallet]) {
      const answer = await askKyaReader(client(), { wallet });
      const [blockTime, isRegistered, , consents, refusals, retiredFrom] = answer;
      assert.equal(blockTime, (await chain.reader.getBlock()).timestamp);
      assert.equal(isRegistered, false);
      assert.deepEqual([consents, refusals].flat(), [false, false, false, false, false]);
      assert.equal(retiredFrom, 0n);
    }
  });
});

describe("a verdict from the chain", () => {
  /** A node that answers as the test says. */
  function behind(request: (call: { method: string; params?: unknown }) => Promise<unknown>) {
    return createAgentRegistry({ registryAddress, transport: custom({ request }, { retryCount: 0 }) });
  }

  test("takes one call", async () => {
    const { agentWallet: wallet } = await enter();
    const methods: string[] = [];
    const registry = behind(async (call) => {
      methods.push(call.method);
      return chain.reader.request(call as never);
    });
    assert.equal((await registry.kya({ wallet })).verdict, "compliant");
    assert.deepEqual(methods, ["eth_call"]);
  });

  for (const [name, answer, reason] of [
    ["nothing", "0x", "no-contract"],
    ["something else", "0x1234", "reverted"],
    ["half an answer", `0x${"00".repeat(64)}`, "reverted"],
  ] as const) {
    test(`is an error if the node answers ${name}`, async () => {
      const registry = behind(async () => answer);
      await assert.rejects(registry.kya({ wallet: newWallet() }), { name: "RegistryError", reason });
    });
  }

  test("is an error if the node's newest block is older than it may be, whatever it says", async () => {
    const old = await startChain({ initialDate: new Date(Date.now() - 3_600_000).toISOString() });
    try {
      const { registryAddress: address } = await deployLocally(old);
      const open = (maxBlockAgeSeconds?: number) =>
        createAgentRegistry({ registryAddress: address, rpcUrl: old.rpcUrl, maxBlockAgeSeconds });
      const wallet = newWallet();
      await assert.rejects(open(120).kya({ wallet }), { reason: "stale-block", isTemporary: true });
      await assert.rejects(open(120).kyaMany({ wallets: [wallet] }), { reason: "stale-block" });
      assert.equal((await open(7_200).kya({ wallet })).verdict, "not-registered");
      assert.equal((await open().kya({ wallet })).verdict, "not-registered");
    } finally {
      await old.stop();
    }
  });

  test("is an error if another contract stands at the configured address", async () => {
    const registry = createAgentRegistry({ registryAddress: forwarderAddress, rpcUrl: chain.rpcUrl });
    await assert.rejects(registry.kya({ wallet: newWallet() }), {
      name: "RegistryError",
      reason: "reverted",
    });
  });
});

test("a wallet that is its own Haftungsperson is not admissible by the chain, alone and among many", async () => {
  const account = devAccounts.otherAgent;
  const registry = connect(account);
  await registry.register({ haftungsperson: account.address, operationalScope: "Answers for itself" });
  const [wallet, objection] = [account.address, "haftungsperson-is-the-wallet"];
  const { verdict, consents, objections } = await registry.kya({ wallet });
  assert.deepEqual([verdict, consents?.haftungsperson, objections], ["compliant", true, [objection]]);
  assert.deepEqual((await registry.kyaMany({ wallets: [wallet] }))[0]?.objections, [objection]);
  assert.equal((await registry.kya({ wallet, policy: { selfLiable: "allow" } })).admissible, true);
});

describe("a policy that asks about ancestors", () => {
  const policy = { lineage: "ancestors", consents: [] } as const;
  const objectionsTo = async (wallet: Address) =>
    (await connect(devAccounts.stranger).kya({ wallet, policy })).objections;

  /** A child that its parent agrees to: the creator of both registers it. */
  async function family() {
    const root = await enter();
    const child = await enter({ parentAgentId: root.agentId });
    const grandchild = await enter({ parentAgentId: child.agentId });
    return { root, child, grandchild };
  }

  test("walks up to the root by the contract's own views, for one wallet and for many", async () => {
    const { root, child, grandchild } = await family();
    assert.deepEqual(await objectionsTo(grandchild.agentWallet), []);
    const regulator = connect(devAccounts.owner);
    await regulator.suspend({ agentId: child.agentId, reason: "Under review" });
    await regulator.revoke({ agentId: root.agentId, reason: "Fraud" });
    assert.deepEqual(await objectionsTo(grandchild.agentWallet), ["ancestor-suspended", "ancestor-revoked"]);

    const stranger = newWallet();
    const wallets = [stranger, grandchild.agentWallet, child.agentWallet, root.agentWallet, stranger];
    const decisions = await connect(devAccounts.stranger).kyaMany({ wallets, policy });
    assert.deepEqual(
      decisions.map(({ wallet, agentId, objections }) => [wallet, agentId, objections.join(" ")]),
      [
        [stranger, null, "not-registered"],
        [grandchild.agentWallet, grandchild.agentId, "ancestor-suspended ancestor-revoked"],
        [child.agentWallet, child.agentId, "suspended ancestor-revoked"],
        [root.agentWallet, root.agentId, "revoked"],
        [stranger, null, "not-registered"],
      ],
    );
    assert.deepEqual(
      new Set(decisions.map(({ source, block }) => `${source} ${block}`)),
      new Set(["chain null"]),
    );
  });

  test("counts a parent whose party has refused the child since, at every height", async () => {
    const { root, child, grandchild } = await family();
    await connect(devAccounts.owner).revoke({ agentId: root.agentId, reason: "Fraud" });
    const creator = connect(devAccounts.owner);
    await creator.decline({ agentId: child.agentId });
    const { refusals } = await creator.kya({ wallet: child.agentWallet });
    assert.deepEqual(refusals, { haftungsperson: false, parent: true });
    for (const { agentWallet } of [child, grandchild])
      assert.deepEqual(await objectionsTo(agentWallet), ["ancestor-revoked"]);
  });

  test("does not count a parent that never spoke about the child, unless that agreement is asked for", async () => {
    const parent = await connect(devAccounts.creator).register({
      haftungsperson,
      operationalScope: "Parent",
    });
    const claimed = await enter({ parentAgentId: parent.agentId });
    await connect(devAccounts.owner).revoke({ agentId: parent.agentId, reason: "Fraud" });
    assert.deepEqual(await objectionsTo(claimed.agentWallet), []);
    const strict = { ...policy, consents: ["parent"] } as const;
    const answer = await connect(devAccounts.stranger).kya({ wallet: claimed.agentWallet, policy: strict });
    assert.deepEqual(answer.objections, ["parent-not-agreed", "ancestor-revoked"]);
  });

  test("is an error if an ancestor cannot be read", async () => {
    const { grandchild } = await family();
    let calls = 0;
    const request = async (call: { method: string; params?: unknown }) => {
      calls += 1;
      if (calls > 1) throw new Error("node gone");
      return chain.reader.request(call as never);
    };
    const registry = createAgentRegistry({
      registryAddress,
      transport: custom({ request }, { retryCount: 0 }),
    });
    await assert.rejects(registry.kya({ wallet: grandchild.agentWallet, policy }), { name: "RegistryError" });
  });
});
