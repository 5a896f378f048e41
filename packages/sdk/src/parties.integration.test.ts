import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { registryAbi, toRecordHash } from "@agent-registry/protocol";
import { devAccounts } from "@agent-registry/testkit";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { readContract } from "viem/actions";
import { createAgentRegistry } from "./create-agent-registry.ts";
import { type Stack, untilIndexed, useStack } from "./testing/start-stack.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

type Options = { relayerUrl?: string };

function connect(account: LocalAccount, options: Options) {
  const { registryAddress, rpcUrl, apiUrl } = stack.settings;
  const common = { registryAddress, rpcUrl, apiUrl, account, retryDelayMs: 5 };
  return { address: account.address, ...createAgentRegistry({ ...common, ...options }) };
}

const modes: { name: string; paidBy: string; options: () => Options }[] = [
  { name: "pay for themselves", paidBy: "account", options: () => ({}) },
  {
    name: "write gasless",
    paidBy: "relayer",
    options: () => ({ relayerUrl: stack.settings.relayerUrl }),
  },
];

for (const { name, paidBy, options } of modes) {
  describe(`parties that ${name}`, () => {
    const regulator = () => connect(devAccounts.owner, options());

    async function newcomer() {
      const party = connect(privateKeyToAccount(generatePrivateKey()), options());
      const { address } = party;
      if (paidBy === "account") await stack.chain.test.setBalance({ address, value: 10n ** 18n });
      return party;
    }

    /** An agent that registered itself and names a Haftungsperson. */
    async function enter() {
      const [agent, haftungsperson] = await Promise.all([newcomer(), newcomer()]);
      const { agentId } = await agent.register({
        haftungsperson: haftungsperson.address,
        operationalScope: "Translates",
      });
      return { agent, haftungsperson, agentId };
    }

    /** An agent that a stranger entered. */
    async function enterAnother() {
      const [stranger, wallet] = await Promise.all([newcomer(), newcomer()]);
      const { agentId } = await stranger.register({
        agentWallet: wallet.address,
        haftungsperson: stranger.address,
        operationalScope: "Entered by a stranger",
      });
      return { stranger, wallet, agentId };
    }

    const statusOf = async (agentId: number) => (await regulator().getAgent({ agentId })).agent.status;

    test("agree to the record that they have seen, and to no other", async () => {
      const { agent, haftungsperson, agentId } = await enter();
      const seen = await haftungsperson.getConsents({ agentId });
      assert.deepEqual([seen.wallet, seen.haftungsperson, seen.parent], ["agreed", "none", null]);

      await agent.updateConstitution({ agentId, constitution: "Do as you please.\n" });
      await assert.rejects(haftungsperson.confirm({ agentId, recordHash: seen.recordHash }), {
        reason: "record-changed",
        message: /Record changed.*read it again before you agree.*Nothing was written/,
      });
      const { recordHash } = await haftungsperson.getConsents({ agentId });
      const result = await haftungsperson.confirm({ agentId, recordHash });
      assert.equal(result.paidBy, paidBy);
      assert.equal((await haftungsperson.getConsents({ agentId })).haftungsperson, "agreed");
    });

    test("agree to the present record if they name none, and once is enough", async () => {
      const { haftungsperson, agentId } = await enter();
      await haftungsperson.confirm({ agentId });
      await haftungsperson.confirm({ agentId });
      assert.equal((await haftungsperson.getConsents({ agentId })).haftungsperson, "agreed");
    });

    test("are the only ones who can agree or decline", async () => {
      const { agent, agentId } = await enter();
      const stranger = await newcomer();
      await assert.rejects(stranger.confirm({ agentId }), {
        reason: "not-authorized",
        message: /of its Haftungsperson or of a party of its parent/,
      });
      await assert.rejects(stranger.decline({ agentId }), { reason: "not-authorized" });
      await assert.rejects(agent.decline({ agentId }), {
        reason: "not-authorized",
        message: /A wallet that has agreed ends its record with terminate/,
      });
      const unknown = { agentId: 4_000_000 };
      for (const write of [
        () => stranger.confirm(unknown),
        () => stranger.decline(unknown),
        () => stranger.acceptHaftungsperson(unknown),
        () => stranger.proposeHaftungsperson({ ...unknown, haftungsperson: null }),
        () => regulator().releaseWallet(unknown),
        () => stranger.getConsents(unknown),
      ]) {
        await assert.rejects(write(), { reason: "agent-not-found", message: /Check the agent's id/ });
      }
    });

    test("decline as Haftungsperson: the agent is suspended, and agreeing does not lift that", async () => {
      const { agent, haftungsperson, agentId } = await enter();
      await haftungsperson.confirm({ agentId });
      await haftungsperson.decline({ agentId });
      assert.equal((await agent.getConsents({ agentId })).haftungsperson, "refused");
      const verdict = await agent.kya({ wallet: agent.address });
      assert.equal(verdict.reason, "suspended");
      assert.deepEqual(verdict.refusals, { haftungsperson: true, parent: false });

      await haftungsperson.confirm({ agentId });
      assert.equal((await agent.getConsents({ agentId })).haftungsperson, "agreed");
      assert.equal(await statusOf(agentId), "Suspended");
    });

    test("decline as a party of the parent: the child goes on, refused", async () => {
      const parent = await enter();
      const child = await newcomer();
      const { agentId } = await child.registerChild({
        parentAgentId: parent.agentId,
        haftungsperson: child.address,
        operationalScope: "Claims a parent",
      });
      assert.equal((await child.getConsents({ agentId })).parent, "none");
      await parent.agent.decline({ agentId });
      assert.equal((await child.getConsents({ agentId })).parent, "refused");
      const { verdict, refusals } = await child.kya({ wallet: child.address });
      assert.equal(verdict, "compliant");
      assert.deepEqual(refusals, { haftungsperson: false, parent: true });
    });

    test("inherit no Haftungsperson unless a party of the parent registers the child", async () => {
      const { agent, haftungsperson, agentId: parentAgentId } = await enter();
      const child = await newcomer();
      const entry = { parentAgentId, agentWallet: child.address, operationalScope: "Child" };
      await assert.rejects(child.registerChild(entry), {
        reason: "haftungsperson-required",
        message: /only if the parent's wallet, creator or Haftungsperson registers it/,
      });
      const { agentId } = await agent.registerChild(entry);
      assert.equal((await child.getAgent({ agentId })).agent.haftungsperson, haftungsperson.address);
    });

    test("hand over: the proposed Haftungsperson accepts, which is its agreement", async () => {
      const { agent, haftungsperson, agentId } = await enter();
      const next = await newcomer();
      await assert.rejects(next.acceptHaftungsperson({ agentId }), {
        reason: "only-proposed-haftungsperson",
        message: /propose you first/,
      });
      await haftungsperson.proposeHaftungsperson({ agentId, haftungsperson: next.address });
      assert.equal((await agent.getConsents({ agentId })).proposedHaftungsperson, next.address);
      assert.equal((await agent.getAgent({ agentId })).agent.haftungsperson, haftungsperson.address);

      await next.acceptHaftungsperson({ agentId });
      const { haftungsperson: state, proposedHaftungsperson } = await agent.getConsents({ agentId });
      assert.deepEqual([state, proposedHaftungsperson], ["agreed", null]);
      assert.equal((await agent.getAgent({ agentId })).agent.haftungsperson, next.address);
      await assert.rejects(next.acceptHaftungsperson({ agentId }), {
        reason: "only-proposed-haftungsperson",
      });
      await assert.rejects(agent.proposeHaftungsperson({ agentId, haftungsperson: next.address }), {
        reason: "already-haftungsperson",
        message: /Propose somebody else/,
      });
    });

    test("take a proposal back", async () => {
      const { agent, agentId } = await enter();
      const next = await newcomer();
      await agent.proposeHaftungsperson({ agentId, haftungsperson: next.address });
      await agent.proposeHaftungsperson({ agentId, haftungsperson: null });
      assert.equal((await agent.getConsents({ agentId })).proposedHaftungsperson, null);
      await assert.rejects(next.acceptHaftungsperson({ agentId }), {
        reason: "only-proposed-haftungsperson",
      });
    });

    test("cannot hand over a record that has ended", async () => {
      const { agent, agentId } = await enter();
      const next = await newcomer();
      await agent.proposeHaftungsperson({ agentId, haftungsperson: next.address });
      await agent.terminate({ agentId });
      const ended = { reason: "agent-not-active", message: /nobody takes over a record that has ended/ };
      await assert.rejects(agent.proposeHaftungsperson({ agentId, haftungsperson: null }), ended);
      await assert.rejects(next.acceptHaftungsperson({ agentId }), ended);
    });

    test("are released by a regulator, and by nobody else, if their wallet never agreed", async () => {
      const { stranger, wallet, agentId } = await enterAnother();
      await assert.rejects(stranger.releaseWallet({ agentId }), { reason: "only-regulator" });
      await regulator().releaseWallet({ agentId });
      assert.equal((await wallet.getConsents({ agentId })).wallet, "released");
      assert.equal(await statusOf(agentId), "Terminated");
      await assert.rejects(regulator().releaseWallet({ agentId }), {
        reason: "wallet-already-released",
        message: /can register itself anew/,
      });

      const agreed = await enter();
      await assert.rejects(regulator().releaseWallet({ agentId: agreed.agentId }), {
        reason: "wallet-has-agreed",
        message: /suspend or revoke the agent instead/,
      });
    });

    test("agree to what the contract and the protocol package hash alike", async () => {
      const { agent, agentId } = await enter();
      const { registryAddress } = stack.settings;
      const view = { address: registryAddress, abi: registryAbi, args: [BigInt(agentId)] } as const;
      const record = await readContract(agent.client.reader, { ...view, functionName: "getAgent" });
      assert.equal((await agent.getConsents({ agentId })).recordHash, toRecordHash(record));
    });
  });
}

test("the query API tells the same of the parties as the chain", async () => {
  const gasless = { relayerUrl: stack.settings.relayerUrl };
  const newcomer = () => connect(privateKeyToAccount(generatePrivateKey()), gasless);
  const [parent, child, next] = [newcomer(), newcomer(), newcomer()];
  const root = await parent.register({ haftungsperson: parent.address, operationalScope: "Parent" });
  const { agentId } = await child.registerChild({
    parentAgentId: root.agentId,
    haftungsperson: parent.address,
    operationalScope: "Child",
  });
  await child.proposeHaftungsperson({ agentId, haftungsperson: next.address });
  const [attester, wallet] = [newcomer().address, newcomer().address];
  await child.setAttester({ agentId, attester });
  await parent.confirm({ agentId });
  await parent.proposeWallet({ agentId, wallet });
  const { blockNumber } = await parent.decline({ agentId });
  await untilIndexed({ stack, blockNumber });

  const byApi = await child.getConsents({ agentId, source: "api" });
  assert.deepEqual(byApi, await child.getConsents({ agentId, source: "chain" }));
  const { agentId: _id, recordHash: _hash, ...said } = byApi;
  assert.deepEqual(said, {
    wallet: "agreed",
    haftungsperson: "refused",
    parent: "refused",
    proposedHaftungsperson: next.address,
    pendingWallet: wallet,
    attester,
  });
  const { checkedAt: _a, source: _s, ...verdict } = await child.kya({ wallet: child.address });
  const {
    checkedAt: _b,
    source: _t,
    ...apiVerdict
  } = await child.kya({
    wallet: child.address,
    source: "api",
  });
  assert.deepEqual(apiVerdict, verdict);
});

test("the query API tells of a wallet that was replaced what the chain tells, and since when", async () => {
  const gasless = { relayerUrl: stack.settings.relayerUrl };
  const newcomer = () => connect(privateKeyToAccount(generatePrivateKey()), gasless);
  const [person, old, next] = [newcomer(), newcomer(), newcomer()];
  const { agentId } = await person.register({
    agentWallet: old.address,
    haftungsperson: person.address,
    operationalScope: "Loses its key",
  });
  await old.confirm({ agentId });
  await person.proposeWallet({ agentId, wallet: next.address });
  const { blockNumber, transactionHash } = await next.acceptWallet({ agentId });
  await untilIndexed({ stack, blockNumber });

  const ask = async (source: "chain" | "api") => {
    const { checkedAt: _at, source: _source, ...verdict } = await person.kya({ wallet: old.address, source });
    return verdict;
  };
  assert.deepEqual(await ask("api"), await ask("chain"));
  const wallets = [old.address, next.address];
  const [byApi, byChain] = await Promise.all(
    (["api", "chain"] as const).map((source) => person.kyaMany({ wallets, source })),
  );
  const toFacts = (decisions: typeof byApi) =>
    decisions?.map(({ checkedAt: _at, source: _source, block: _block, ...decision }) => decision);
  assert.deepEqual(toFacts(byApi), toFacts(byChain));

  const { total, data } = await person.getAgentWallets({ agentId });
  assert.deepEqual([total, data.map(({ wallet }) => wallet)], [2, [next.address, old.address]]);
  assert.deepEqual(
    [data[0]?.until, data[0]?.since, data[0]?.transactionHash],
    [null, data[1]?.until, transactionHash],
  );
  const entries = await person.getWalletEntries({ wallet: old.address });
  assert.deepEqual(
    entries.data.map(({ agentWallet, retired }) => [agentWallet, retired]),
    [[next.address, { since: data[0]?.since, transactionHash }]],
  );
});
