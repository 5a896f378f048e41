import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { devAccounts } from "@agent-registry/testkit";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { getBalance } from "viem/actions";
import { type AgentRegistry, createAgentRegistry } from "./create-agent-registry.ts";
import { withCompliantAgent } from "./provider/fetch.ts";
import { createAgentFetch } from "./provider/sign-request.ts";
import { longRunningNonceStore } from "./testing/provider-adapters.ts";
import { type Stack, untilIndexed, useStack } from "./testing/start-stack.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

/** A person without any ether: everything that they write goes through the relayer. */
function newcomer(account: LocalAccount = privateKeyToAccount(generatePrivateKey())) {
  const { registryAddress, rpcUrl, relayerUrl, apiUrl } = stack.settings;
  const options = { registryAddress, rpcUrl, relayerUrl, apiUrl, account, retryDelayMs: 5 };
  return { address: account.address, ...createAgentRegistry(options) };
}

/** Enters the wallet's owner against its will, in the name of a Haftungsperson that the intruder holds as well. */
async function intrude() {
  const [owner, intruder, accomplice] = [newcomer(), newcomer(), newcomer()];
  const { agentId } = await intruder.register({
    agentWallet: owner.address,
    haftungsperson: accomplice.address,
    operationalScope: "Not what the owner does",
  });
  await intruder.reportRevenue({
    agentId,
    amount: Number.MAX_SAFE_INTEGER,
    currency: "EUR",
    category: "fraud",
    periodStart: new Date("2026-01-01"),
    periodEnd: new Date("2026-01-31"),
  });
  return { owner, intruder, accomplice, intruded: agentId };
}

async function registerItself(owner: AgentRegistry) {
  const haftungsperson = newcomer();
  const { agentId } = await owner.register({
    haftungsperson: haftungsperson.address,
    operationalScope: "What the owner does",
  });
  const { blockNumber } = await haftungsperson.confirm({ agentId });
  return { agentId, haftungsperson: haftungsperson.address, blockNumber };
}

/** What a provider that asks for the agreement of wallet and Haftungsperson answers to the owner. */
async function askProvider(owner: AgentRegistry): Promise<{ status: number; answer: unknown }> {
  const host = "http://provider.test";
  const options = { registry: owner, hosts: [host], nonceStore: longRunningNonceStore() };
  const serve = withCompliantAgent(options, (_request, { agentId }) => Response.json({ served: agentId }));
  const agentFetch = createAgentFetch({ ...owner.client, fetch: (request) => serve(request as Request) });
  const response = await agentFetch(`${host}/jobs`);
  return { status: response.status, answer: await response.json() };
}

async function assertOwnersEntry(
  owner: AgentRegistry & { address: string },
  { agentId, haftungsperson }: { agentId: number; haftungsperson: string },
): Promise<void> {
  const verdict = await owner.kya({ wallet: owner.address });
  assert.equal(verdict.verdict, "compliant");
  assert.deepEqual([verdict.agent?.agentId, verdict.agent?.haftungsperson], [agentId, haftungsperson]);
  assert.deepEqual(verdict.consents, { wallet: true, haftungsperson: true, parent: true });
  assert.deepEqual(await askProvider(owner), { status: 200, answer: { served: agentId } });
}

async function assertEndedAndReleased(registry: AgentRegistry, agentId: number): Promise<void> {
  assert.equal((await registry.getAgent({ agentId })).agent.status, "Terminated");
  assert.equal((await registry.getConsents({ agentId })).wallet, "released");
}

describe("the owner of a wallet that a stranger entered", () => {
  test("frees it and registers itself, though the stranger has terminated the record", async () => {
    const { owner, intruder, intruded } = await intrude();
    await intruder.terminate({ agentId: intruded });
    await assert.rejects(registerItself(owner), {
      reason: "wallet-taken",
      message: /its owner frees it with decline/,
    });

    await owner.decline({ agentId: intruded });
    assert.equal((await owner.kya({ wallet: owner.address })).verdict, "not-registered");
    await assertOwnersEntry(owner, await registerItself(owner));
    await assertEndedAndReleased(owner, intruded);
    for (const { address } of [owner, intruder]) {
      assert.equal(await getBalance(owner.client.reader, { address }), 0n, "nobody had to pay");
    }
  });

  test("frees it and registers itself while the stranger's record is active", async () => {
    const { owner, intruder, intruded } = await intrude();
    const refused = await askProvider(owner);
    assert.equal(refused.status, 403);
    assert.match(JSON.stringify(refused.answer), /wallet-not-agreed/);

    await owner.decline({ agentId: intruded });
    await assert.rejects(owner.decline({ agentId: intruded }), { reason: "wallet-already-released" });
    await assertOwnersEntry(owner, await registerItself(owner));
    await assertEndedAndReleased(owner, intruded);
    await assert.rejects(intruder.attest({ agentId: intruded }), { reason: "agent-not-active" });
    await assert.rejects(owner.confirm({ agentId: intruded }), {
      reason: "not-authorized",
      message: /a wallet that was released or replaced has no part in the record any more/,
    });
  });

  test("frees it and registers itself, though the stranger's Haftungsperson has suspended the record", async () => {
    const { owner, accomplice, intruded } = await intrude();
    await accomplice.decline({ agentId: intruded });
    assert.equal((await owner.kya({ wallet: owner.address })).reason, "suspended");
    await owner.decline({ agentId: intruded });
    await assertOwnersEntry(owner, await registerItself(owner));
    await assertEndedAndReleased(owner, intruded);
  });

  test("has a regulator free it if a regulator has suspended the record, and then nobody else enters it", async () => {
    const { owner, intruder, intruded } = await intrude();
    await newcomer(devAccounts.owner).suspend({ agentId: intruded, reason: "Complaint" });
    await assert.rejects(owner.decline({ agentId: intruded }), {
      reason: "agent-not-active",
      message: /Agent not active.*ask a regulator to release it/,
    });

    await newcomer(devAccounts.owner).releaseWallet({ agentId: intruded });
    const again = { agentWallet: owner.address, haftungsperson: intruder.address, operationalScope: "Again" };
    await assert.rejects(intruder.register(again), {
      reason: "wallet-taken",
      message: /then only the wallet itself can register it/,
    });
    await assertOwnersEntry(owner, await registerItself(owner));
    await assertEndedAndReleased(owner, intruded);
  });

  test("is found in the query API by its own entry, with the stranger's below it, marked", async () => {
    const { owner, intruded } = await intrude();
    await owner.decline({ agentId: intruded });
    const { agentId, blockNumber } = await registerItself(owner);
    await untilIndexed({ stack, blockNumber });

    const { data } = await owner.getWalletEntries({ wallet: owner.address });
    const marks = data.map(({ agentId, isWalletReleased, status }) => ({
      agentId,
      isWalletReleased,
      status,
    }));
    assert.deepEqual(marks, [
      { agentId, isWalletReleased: false, status: "Active" },
      { agentId: intruded, isWalletReleased: true, status: "Terminated" },
    ]);
    const { agent, consents, verdict } = await owner.kya({ wallet: owner.address, source: "api" });
    assert.deepEqual([verdict, agent?.agentId], ["compliant", agentId]);
    assert.deepEqual(consents, { wallet: true, haftungsperson: true, parent: true });
  });
});
