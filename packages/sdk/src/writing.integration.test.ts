import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import { devAccounts, type LocalChain } from "@agent-registry/testkit";
import { type Account, type Address, zeroAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { hashCapabilities, hashConstitution } from "./canonical-hash.ts";
import { createAgentRegistry } from "./create-agent-registry.ts";
import { type Stack, startStack, untilIndexed } from "./testing/start-stack.ts";

let stack: Stack;
let chain: LocalChain;
let deployment: { registryAddress: Address; forwarderAddress: Address };

before(async () => {
  stack = await startStack();
  ({ chain, deployment } = stack);
});
after(() => stack.stop());

const haftungsperson = devAccounts.haftungsperson.address;

function direct(account: Account) {
  const { registryAddress } = deployment;
  return createAgentRegistry({
    registryAddress,
    rpcUrl: chain.rpcUrl,
    chainId: chain.chainId,
    account,
    retryDelayMs: 5,
  });
}

function relayed(account: Account) {
  const { registryAddress } = deployment;
  const { relayerUrl } = stack.settings;
  return createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, relayerUrl, account, retryDelayMs: 5 });
}

async function fundedAccount(): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.test.setBalance({ address: account.address, value: 10n ** 18n });
  return account;
}

const modes = [
  { name: "direct", create: async () => direct(await fundedAccount()), paidBy: "account" },
  {
    name: "gasless",
    create: async () => relayed(privateKeyToAccount(generatePrivateKey())),
    paidBy: "relayer",
  },
] as const;

for (const mode of modes) {
  describe(`an agent that writes ${mode.name}`, () => {
    test("registers, files everything it can, and ends", async () => {
      const registry = await mode.create();
      const registration = await registry.register({
        haftungsperson,
        operationalScope: "Summarises filings",
        constitution: "Be honest.\r\n",
        capabilities: ["summarise", "search"],
        selfModifying: true,
      });
      const { agentId, agentWallet } = registration;
      assert.equal(registration.paidBy, mode.paidBy);

      const { agent, compliance } = await registry.getAgent({ agentId });
      assert.equal(agent.creator, agentWallet, "the signer is the creator, whoever pays");
      assert.equal(agent.constitutionHash, hashConstitution("Be honest.\n"));
      assert.equal(agent.capabilityHash, hashCapabilities(["search", "summarise"]));
      assert.equal(agent.selfModifying, true);
      assert.equal(compliance.attestationCurrent, true);
      assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");

      await chain.travel(60);
      await registry.attest({ agentId });
      await registry.reportRevenue({
        agentId,
        amount: 1250,
        currency: "EUR",
        category: "research",
        periodStart: new Date("2026-01-01"),
        periodEnd: new Date("2026-01-31"),
      });
      await registry.updateCapabilities({ agentId, capabilities: ["search"] });
      await registry.updateConstitution({ agentId, constitution: "Be kind.\n" });
      const after = (await registry.getAgent({ agentId })).agent;
      assert.ok(after.lastAttestation > agent.lastAttestation);
      assert.notEqual(after.lastRevenueReport, "1970-01-01T00:00:00.000Z");
      assert.equal(after.capabilityHash, hashCapabilities(["search"]));
      assert.equal(after.constitutionHash, hashConstitution("Be kind.\n"));

      await registry.terminate({ agentId });
      const verdict = await registry.kya({ wallet: agentWallet });
      assert.equal(verdict.verdict, "non-compliant");
      assert.equal(verdict.reason, "terminated");
    });

    test("registers a child, whose Haftungsperson is inherited and whose wallet confirms", async () => {
      const parent = await mode.create();
      const { agentId: parentAgentId } = await parent.register({
        haftungsperson,
        operationalScope: "Parent",
      });
      const child = await mode.create();
      const agentWallet = child.client.account?.address;
      assert.ok(agentWallet);
      const { agentId } = await parent.registerChild({
        parentAgentId,
        agentWallet,
        operationalScope: "Child",
      });

      assert.equal((await child.getAgent({ agentId })).agent.haftungsperson, haftungsperson);
      const { wallet, haftungsperson: liable, parent: above } = await child.getConsents({ agentId });
      assert.deepEqual({ wallet, liable, above }, { wallet: "none", liable: "none", above: "agreed" });
      await child.confirm({ agentId });
      assert.equal((await child.getConsents({ agentId })).wallet, "agreed");
    });

    test("is told by a typed reason what the contract refuses", async () => {
      const registry = await mode.create();
      const { agentId } = await registry.register({ haftungsperson, operationalScope: "One" });
      await assert.rejects(registry.register({ haftungsperson, operationalScope: "Two" }), {
        name: "RegistryError",
        reason: "wallet-taken",
        message: /Wallet already registered to another agent.*Nothing was written/,
      });
      await assert.rejects(registry.attest({ agentId: 4_000_000 }), { reason: "agent-not-found" });
      await assert.rejects(registry.suspend({ agentId, reason: "no" }), { reason: "only-regulator" });
      const stranger = await mode.create();
      await assert.rejects(stranger.attest({ agentId }), { reason: "not-authorized" });
    });

    test("may write many things at once", async () => {
      const registry = await mode.create();
      const { agentId } = await registry.register({ haftungsperson, operationalScope: "Busy" });
      const results = await Promise.all([1, 2, 3, 4].map(() => registry.attest({ agentId })));
      assert.equal(new Set(results.map(({ transactionHash }) => transactionHash)).size, 4);
    });

    test("files the longest scope there may be", async () => {
      const registry = await mode.create();
      const operationalScope = "x".repeat(1_000);
      const { agentId } = await registry.register({ haftungsperson, operationalScope });
      assert.equal((await registry.getAgent({ agentId })).agent.operationalScope, operationalScope);
    });
  });
}

test("a regulator suspends, reactivates and revokes; the verdict tells which", async () => {
  const agent = relayed(privateKeyToAccount(generatePrivateKey()));
  const regulator = direct(devAccounts.owner);
  const { agentId, agentWallet: wallet } = await agent.register({
    haftungsperson,
    operationalScope: "Watched",
  });

  await regulator.suspend({ agentId, reason: "Under review" });
  assert.equal((await agent.kya({ wallet })).reason, "suspended");
  await assert.rejects(agent.attest({ agentId }), { reason: "agent-not-active" });
  await regulator.reactivate({ agentId });
  assert.equal((await agent.kya({ wallet })).verdict, "compliant");
  await regulator.revoke({ agentId, reason: "Fraud" });
  assert.equal((await agent.kya({ wallet })).reason, "revoked");
  await assert.rejects(regulator.reactivate({ agentId }), { reason: "not-suspended" });
});

test("an attestation lapses after seven days, by the chain's clock", async () => {
  const registry = relayed(privateKeyToAccount(generatePrivateKey()));
  const { agentId, agentWallet: wallet } = await registry.register({
    haftungsperson,
    operationalScope: "Idle",
  });
  await chain.travel(ATTESTATION_VALIDITY_SECONDS + 60);
  const lapsed = await registry.kya({ wallet });
  assert.equal(lapsed.verdict, "non-compliant");
  assert.equal(lapsed.reason, "attestation-lapsed");
  await registry.attest({ agentId });
  assert.equal((await registry.kya({ wallet })).verdict, "compliant");
});

test("the query API answers the same as the chain", async () => {
  const { registryAddress, apiUrl } = stack.settings;
  const agent = relayed(privateKeyToAccount(generatePrivateKey()));
  const both = createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, apiUrl });
  const apiOnly = createAgentRegistry({ apiUrl });
  const registration = await agent.register({ haftungsperson, operationalScope: "Read twice" });
  const { agentId, agentWallet: wallet } = registration;
  const period = { periodStart: new Date("2026-01-01"), periodEnd: new Date("2026-01-31") };
  const { blockNumber } = await agent.reportRevenue({
    agentId,
    amount: 700,
    currency: "ETH",
    category: "general",
    ...period,
  });
  await untilIndexed({ stack, blockNumber });

  const byChain = await both.getAgent({ agentId });
  const byApi = await both.getAgent({ agentId, source: "api" });
  assert.deepEqual(byApi.agent, byChain.agent);
  assert.deepEqual(byApi.children, byChain.children);
  assert.equal(byApi.compliance.attestationCurrent, byChain.compliance.attestationCurrent);
  assert.deepEqual(await both.getConsents({ agentId, source: "api" }), await both.getConsents({ agentId }));

  const { checkedAt: _a, source: bySource, ...verdict } = await apiOnly.kya({ wallet });
  const { checkedAt: _b, source: chainSource, ...chainVerdict } = await both.kya({ wallet });
  assert.deepEqual(verdict, chainVerdict);
  assert.deepEqual([bySource, chainSource], ["api", "chain"]);

  assert.equal((await apiOnly.listAgents({ search: "Read twice" })).data[0]?.agentId, agentId);
  assert.equal((await apiOnly.getLineage({ agentId })).wallet, wallet);
  assert.equal((await apiOnly.getRevenue({ agentId })).data[0]?.amount, 700);
  const { data } = await apiOnly.getHistory({ agentId, order: "desc" });
  assert.deepEqual(
    data.map(({ kind }) => kind),
    ["revenue-reported", "registered"],
  );
  await assert.rejects(apiOnly.getLineage({ agentId: 987654 }), { reason: "agent-not-found" });
  await assert.rejects(apiOnly.attest({ agentId }), { reason: "missing-key" });
});

test("a wallet without an agent is not-registered", async () => {
  const verdict = await relayed(devAccounts.stranger).kya({ wallet: devAccounts.stranger.address });
  assert.equal(verdict.verdict, "not-registered");
  assert.equal(verdict.agent, null);
});

describe("problems before the chain is reached", () => {
  test("an account without funds is insufficient-funds", async () => {
    const registry = direct(privateKeyToAccount(generatePrivateKey()));
    await assert.rejects(registry.register({ haftungsperson, operationalScope: "Poor" }), {
      reason: "insufficient-funds",
    });
  });

  test("writing without a key is missing-key", async () => {
    const registry = createAgentRegistry({ ...deployment, rpcUrl: chain.rpcUrl });
    await assert.rejects(registry.attest({ agentId: 1 }), { reason: "missing-key" });
  });

  test("an address without a contract is no-contract", async () => {
    const registry = createAgentRegistry({
      registryAddress: devAccounts.stranger.address,
      rpcUrl: chain.rpcUrl,
    });
    await assert.rejects(registry.kya({ wallet: haftungsperson }), { reason: "no-contract" });
    await assert.rejects(registry.getConsents({ agentId: 1 }), { reason: "no-contract" });
  });

  test("an RPC node that does not answer is chain-unreachable", async () => {
    const registry = createAgentRegistry({ ...deployment, rpcUrl: "http://127.0.0.1:1" });
    await assert.rejects(registry.kya({ wallet: haftungsperson }), { reason: "chain-unreachable" });
    await assert.rejects(registry.getConsents({ agentId: 1 }), { reason: "chain-unreachable" });
  });

  test("a URL at which another service answers is named as what to check", async () => {
    const { apiUrl, relayerUrl } = stack.settings;
    const askRelayer = createAgentRegistry({ apiUrl: relayerUrl });
    const notTheApi = { reason: "api-failed", message: /is not the query API.*check REGISTRY_API_URL/ };
    await assert.rejects(askRelayer.listAgents(), notTheApi);
    await assert.rejects(askRelayer.getAgent({ agentId: 1 }), notTheApi);
    const account = privateKeyToAccount(generatePrivateKey());
    const writeToApi = createAgentRegistry({
      ...deployment,
      rpcUrl: chain.rpcUrl,
      relayerUrl: apiUrl,
      account,
    });
    await assert.rejects(writeToApi.register({ haftungsperson, operationalScope: "Lost" }), {
      reason: "relayer-failed",
      message: /is not a relayer.*check RELAYER_URL.*Nothing was written/,
    });
  });

  test("another chain than the one asked for is wrong-chain", async () => {
    const registry = createAgentRegistry({
      ...deployment,
      rpcUrl: chain.rpcUrl,
      chainId: 1,
      account: devAccounts.agent,
    });
    await assert.rejects(registry.attest({ agentId: 1 }), { reason: "wrong-chain" });
  });
});

test("bad arguments are refused before any request is made", async () => {
  const registry = createAgentRegistry({
    ...deployment,
    rpcUrl: "http://127.0.0.1:1",
    account: devAccounts.agent,
  });
  const period = { periodStart: new Date(0), periodEnd: new Date(1000) };
  const revenue = { agentId: 1, amount: 1, currency: "EUR", category: "research", ...period };
  const refused = { reason: "invalid-input" };
  await assert.rejects(registry.attest({ agentId: 0 }), refused);
  await assert.rejects(registry.attest({ agentId: 1.5 }), refused);
  await assert.rejects(registry.kya({ wallet: "0x12" }), refused);
  await assert.rejects(registry.confirm({ agentId: 1, recordHash: "0x12" }), refused);
  await assert.rejects(registry.proposeHaftungsperson({ agentId: 1, haftungsperson: zeroAddress }), refused);
  await assert.rejects(registry.getWalletEntries({ wallet: "0x12" }), refused);
  await assert.rejects(registry.reportRevenue({ ...revenue, amount: 12.5 }), refused);
  await assert.rejects(registry.reportRevenue({ ...revenue, currency: "" }), refused);
  await assert.rejects(registry.reportRevenue({ ...revenue, category: "x".repeat(32) }), refused);
  await assert.rejects(registry.reportRevenue({ ...revenue, periodEnd: new Date("nonsense") }), refused);
});
