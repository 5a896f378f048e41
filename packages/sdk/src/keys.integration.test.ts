import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { devAccounts } from "@agent-registry/testkit";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "./create-agent-registry.ts";
import { createAgentFetch } from "./provider/sign-request.ts";
import { longRunningNonceStore, startFetch } from "./testing/provider-adapters.ts";
import { type Stack, useStack } from "./testing/start-stack.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

type Options = { relayerUrl?: string };

function connect(account: LocalAccount, options: Options) {
  const { registryAddress, rpcUrl, chainId } = stack.settings;
  const common = { registryAddress, rpcUrl, chainId, account, retryDelayMs: 5 };
  return { address: account.address, ...createAgentRegistry({ ...common, ...options }) };
}

const modes: { name: string; paidBy: string; options: () => Options }[] = [
  { name: "that pay for themselves", paidBy: "account", options: () => ({}) },
  {
    name: "that write gasless",
    paidBy: "relayer",
    options: () => ({ relayerUrl: stack.settings.relayerUrl }),
  },
];

for (const { name, paidBy, options } of modes) {
  describe(`keys of an entry ${name}`, () => {
    async function newcomer() {
      const party = connect(privateKeyToAccount(generatePrivateKey()), options());
      const { address } = party;
      if (paidBy === "account") await stack.chain.test.setBalance({ address, value: 10n ** 18n });
      return party;
    }
    type Party = Awaited<ReturnType<typeof newcomer>>;

    /** An agent that registered itself, so that its wallet is its creator, too; its Haftungsperson; a new wallet. */
    async function enter() {
      const [agent, person, next] = await Promise.all([newcomer(), newcomer(), newcomer()]);
      const { agentId } = await agent.register({
        haftungsperson: person.address,
        operationalScope: "Translates",
      });
      await person.confirm({ agentId });
      return { agent, person, next, agentId };
    }

    /** How a service that admits compliant agents alone answers a party. */
    async function askProvider(party: Party) {
      const provider = await startFetch({ registry: party, nonceStore: longRunningNonceStore() });
      const agentFetch = createAgentFetch({
        ...party.client,
        fetch: (request) => provider.send(request as Request),
      });
      const answer = await agentFetch(`http://${provider.host}/jobs`);
      return { status: answer.status, ...((await answer.json()) as { reason?: string; error?: string }) };
    }

    test("are replaced if one is lost: the old one is refused everywhere, and the agent goes on", async () => {
      const { agent, person, next, agentId } = await enter();
      const before = await person.getAgent({ agentId });
      assert.equal((await askProvider(agent)).status, 200);
      const proposed = await person.proposeWallet({ agentId, wallet: next.address });
      assert.equal(proposed.paidBy, paidBy);
      const { pendingWallet, recordHash } = await next.getConsents({ agentId });
      assert.equal(pendingWallet, next.address);
      assert.equal((await askProvider(agent)).status, 200, "the old one stays until the new one accepts");
      await next.acceptWallet({ agentId, recordHash });

      const after = await person.getAgent({ agentId });
      assert.deepEqual(after.agent, { ...before.agent, agentWallet: next.address });
      const consents = await person.getConsents({ agentId });
      assert.deepEqual([consents.wallet, consents.pendingWallet], ["agreed", null]);
      assert.equal((await askProvider(next)).status, 200);
      const old = await next.kya({ wallet: agent.address });
      assert.ok(old.verdict === "not-registered");
      assert.deepEqual([old.objections, old.retiredFrom], [["not-registered", "wallet-retired"], agentId]);
      const refused = await askProvider(agent);
      assert.deepEqual([refused.status, refused.reason], [403, "wallet-retired"]);
      assert.match(refused.error ?? "", new RegExp(`in the record of agent ${agentId}:`));
      await assert.rejects(agent.attest({ agentId }), {
        reason: "not-authorized",
        message: /a wallet that was released or replaced has no part/,
      });
      const anew = { haftungsperson: person.address, operationalScope: "Anew" };
      await assert.rejects(agent.register(anew), {
        reason: "wallet-taken",
        message: /that another one replaced, is never registered anew/,
      });
    });

    test("are taken from a thief who acted first", async () => {
      const { agent: thief, person, next, agentId } = await enter();
      const accomplice = await newcomer();
      await thief.setAttester({ agentId, attester: accomplice.address });
      await thief.proposeHaftungsperson({ agentId, haftungsperson: accomplice.address });
      await person.proposeWallet({ agentId, wallet: next.address });
      const { recordHash } = await next.getConsents({ agentId });
      await thief.updateConstitution({ agentId, constitution: "Everything to me.\n" });
      await assert.rejects(next.acceptWallet({ agentId, recordHash }), {
        reason: "record-changed",
        message: /read it again before you agree/,
      });
      await next.acceptWallet({ agentId });

      const { attester, proposedHaftungsperson } = await next.getConsents({ agentId });
      assert.deepEqual([attester, proposedHaftungsperson], [null, null]);
      await assert.rejects(accomplice.attest({ agentId }), { reason: "not-authorized" });
      await assert.rejects(accomplice.acceptHaftungsperson({ agentId }), {
        reason: "only-proposed-haftungsperson",
      });
      await assert.rejects(thief.terminate({ agentId }), { reason: "not-authorized" });
      await assert.rejects(thief.setAttester({ agentId, attester: thief.address }), {
        reason: "not-authorized",
      });
    });

    test("attest alone, and are refused everything else", async () => {
      const [{ agent, agentId, person }, other, attester] = await Promise.all([enter(), enter(), newcomer()]);
      await assert.rejects(attester.attest({ agentId }), {
        reason: "not-authorized",
        message: /of its Haftungsperson or of its attester/,
      });
      await agent.setAttester({ agentId, attester: attester.address });
      await other.person.setAttester({ agentId: other.agentId, attester: attester.address });
      assert.equal((await agent.getConsents({ agentId })).attester, attester.address);
      await attester.attest({ agentId });
      const { transactions } = await attester.attestMany({ agentIds: [agentId, other.agentId] });
      assert.equal(transactions.length, 1);

      const { address } = attester;
      const revenue = { amount: 1, currency: "EUR", category: "research" };
      const period = { periodStart: new Date(0), periodEnd: new Date(1_000_000) };
      for (const [act, reason] of [
        [() => attester.reportRevenue({ agentId, ...revenue, ...period }), "not-authorized"],
        [() => attester.updateConstitution({ agentId, constitution: "Mine.\n" }), "not-authorized"],
        [() => attester.updateCapabilities({ agentId, capabilities: ["trade"] }), "not-authorized"],
        [() => attester.terminate({ agentId }), "not-authorized"],
        [() => attester.confirm({ agentId }), "not-authorized"],
        [() => attester.decline({ agentId }), "not-authorized"],
        [() => attester.setAttester({ agentId, attester: null }), "not-authorized"],
        [() => attester.proposeHaftungsperson({ agentId, haftungsperson: address }), "not-authorized"],
        [() => attester.acceptHaftungsperson({ agentId }), "only-proposed-haftungsperson"],
        [() => attester.proposeWallet({ agentId, wallet: address }), "only-haftungsperson"],
        [() => attester.acceptWallet({ agentId }), "only-proposed-wallet"],
      ] as const)
        await assert.rejects(act(), { reason });

      await person.setAttester({ agentId, attester: null });
      await assert.rejects(attester.attestMany({ agentIds: [agentId, other.agentId] }), {
        reason: "not-authorized",
      });
    });

    test("are refused in words that say what to do", async () => {
      const { agent, person, next, agentId } = await enter();
      await assert.rejects(agent.proposeWallet({ agentId, wallet: next.address }), {
        reason: "only-haftungsperson",
        message: /Only Haftungsperson\. .*it alone decides which wallet acts.*Nothing was written/,
      });
      await assert.rejects(person.proposeWallet({ agentId, wallet: agent.address }), {
        reason: "already-agent-wallet",
        message: /Propose another wallet, or take the proposal back/,
      });
      await assert.rejects(next.acceptWallet({ agentId }), {
        reason: "only-proposed-wallet",
        message: /have the Haftungsperson propose it first/,
      });
      const other = await enter();
      await assert.rejects(person.proposeWallet({ agentId, wallet: other.agent.address }), {
        reason: "wallet-taken",
        message: /one that the register has never known/,
      });
      await person.proposeWallet({ agentId, wallet: next.address });
      await person.proposeWallet({ agentId, wallet: null });
      await assert.rejects(next.acceptWallet({ agentId }), { reason: "only-proposed-wallet" });

      await person.proposeWallet({ agentId, wallet: next.address });
      await person.decline({ agentId });
      const notAgreed = { reason: "haftungsperson-not-agreed", message: /first agrees to answer .*confirm/ };
      await assert.rejects(next.acceptWallet({ agentId }), notAgreed);
      await assert.rejects(person.proposeWallet({ agentId, wallet: null }), notAgreed);
      await person.confirm({ agentId });
      await connect(devAccounts.owner, options()).revoke({ agentId, reason: "Fraud" });
      const ended = { reason: "agent-not-active", message: /for good/ };
      await assert.rejects(next.acceptWallet({ agentId }), ended);
      await assert.rejects(person.proposeWallet({ agentId, wallet: null }), ended);
      await assert.rejects(person.setAttester({ agentId, attester: null }), ended);

      const unknown = { agentId: 4_000_000 };
      for (const act of [
        () => next.acceptWallet(unknown),
        () => person.proposeWallet({ ...unknown, wallet: null }),
        () => person.setAttester({ ...unknown, attester: null }),
      ])
        await assert.rejects(act(), { reason: "agent-not-found" });
      const zero = { wallet: `0x${"0".repeat(40)}` } as const;
      await assert.rejects(person.proposeWallet({ agentId, ...zero }), {
        reason: "invalid-input",
        message: /zero address, which is nobody: null means none/,
      });
    });

    test("that a former Haftungsperson proposed are dropped when a new one takes over", async () => {
      const { person, next, agentId } = await enter();
      const successor = await newcomer();
      await person.proposeWallet({ agentId, wallet: next.address });
      await person.proposeHaftungsperson({ agentId, haftungsperson: successor.address });
      const { recordHash } = await successor.getConsents({ agentId });
      await person.updateConstitution({ agentId, constitution: "New rules.\n" });
      await assert.rejects(successor.acceptHaftungsperson({ agentId, recordHash }), {
        reason: "record-changed",
      });
      await successor.acceptHaftungsperson({ agentId });
      assert.equal((await successor.getConsents({ agentId })).pendingWallet, null);
      await assert.rejects(next.acceptWallet({ agentId }), { reason: "only-proposed-wallet" });
    });
  });
}
