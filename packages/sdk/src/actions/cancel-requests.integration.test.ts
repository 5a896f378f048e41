import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { registryAbi, relayErrors, toWireRequest } from "@agent-registry/protocol";
import { type SignedRequest, signedRequest } from "@agent-registry/testkit";
import { encodeFunctionData, type Hash, parseEventLogs } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { type Stack, useStack } from "../testing/start-stack.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

/** An agent that registered itself, and so has spent nonce 0. */
async function enter() {
  const account = privateKeyToAccount(generatePrivateKey());
  const { registryAddress, rpcUrl, relayerUrl } = stack.settings;
  const common = { registryAddress, rpcUrl, account, retryDelayMs: 5 };
  const gasless = createAgentRegistry({ ...common, relayerUrl });
  const direct = createAgentRegistry(common);
  const { agentId } = await gasless.register({
    haftungsperson: account.address,
    operationalScope: "Signs too much",
  });
  return { account, gasless, direct, agentId };
}

/** A termination that the agent signed and no relayer has sent yet; it never expires. */
function signTermination(agent: Awaited<ReturnType<typeof enter>>, nonce: bigint): Promise<SignedRequest> {
  const args = [BigInt(agent.agentId)] as const;
  const data = encodeFunctionData({ abi: registryAbi, functionName: "terminateSelf", args });
  const { chainId, forwarderAddress, registryAddress } = stack.settings;
  const deployment = { chainId, forwarderAddress, registryAddress };
  return signedRequest({ signer: agent.account, deployment, overrides: { data, nonce, deadline: 0 } });
}

async function relay({ request, signature }: SignedRequest) {
  const answer = await fetch(`${stack.settings.relayerUrl}/relay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ request: toWireRequest(request), signature }),
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string } };
}

const dead = { status: 401, body: { error: relayErrors.invalidSignature } };

/** What a transaction filed in the register. */
async function findFiled(hash: Hash) {
  const { logs } = await stack.chain.reader.getTransactionReceipt({ hash });
  return parseEventLogs({ abi: registryAbi, logs }).map(({ eventName }) => eventName);
}

describe("a signer that cancels its requests", () => {
  test("leaves nothing to execute of what it signed with the nonce that it had", async () => {
    const agent = await enter();
    const signed = await signTermination(agent, 1n);
    const { nonce, paidBy } = await agent.gasless.cancelRequests();
    assert.deepEqual([nonce, paidBy], [1n, "relayer"]);
    assert.deepEqual(await relay(signed), dead);
    assert.equal((await agent.gasless.getAgent({ agentId: agent.agentId })).agent.status, "Active");
  });

  test("needs no relayer if it pays itself", async () => {
    const agent = await enter();
    const signed = await signTermination(agent, 1n);
    await stack.chain.test.setBalance({ address: agent.account.address, value: 10n ** 18n });
    const { nonce, paidBy } = await agent.direct.cancelRequests();
    assert.deepEqual([nonce, paidBy], [1n, "account"]);
    assert.deepEqual(await relay(signed), dead);
  });

  test("cancels once more for what it signed in advance with the next nonce", async () => {
    const agent = await enter();
    const signed = await signTermination(agent, 2n);
    assert.deepEqual(await relay(signed), dead);
    await agent.gasless.cancelRequests();
    assert.equal((await agent.gasless.cancelRequests()).nonce, 2n);
    assert.deepEqual(await relay(signed), dead);
  });

  test("agrees to nothing by it", async () => {
    const agent = await enter();
    const entered = privateKeyToAccount(generatePrivateKey());
    const { agentId } = await agent.gasless.register({
      agentWallet: entered.address,
      haftungsperson: entered.address,
      operationalScope: "Entered unasked",
    });
    const { registryAddress, rpcUrl, relayerUrl } = stack.settings;
    const named = createAgentRegistry({ registryAddress, rpcUrl, relayerUrl, account: entered });
    assert.equal((await named.cancelRequests()).nonce, 0n);
    const { wallet, haftungsperson } = await agent.gasless.getConsents({ agentId });
    assert.deepEqual([wallet, haftungsperson], ["none", "none"]);
    // Once the wallet has left, the same account is still named as Haftungsperson, but has refused.
    await named.decline({ agentId });
    await assert.rejects(named.cancelRequests({ agentId }), { reason: "invalid-input" });
  });

  test("leaves a proposal as it is, and takes one of its agents by number", async () => {
    const agent = await enter();
    const successor = privateKeyToAccount(generatePrivateKey()).address;
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    const { agentId } = await agent.gasless.register({
      agentWallet: wallet,
      haftungsperson: successor,
      operationalScope: "Created, not owned",
    });
    await agent.gasless.proposeHaftungsperson({ agentId, haftungsperson: agent.account.address });
    await agent.gasless.cancelRequests({ agentId });
    const { proposedHaftungsperson } = await agent.gasless.getConsents({ agentId });
    assert.equal(proposedHaftungsperson, agent.account.address);
  });

  test("leaves no word in the register, not even that it agrees again", async () => {
    const agent = await enter();
    const attester = privateKeyToAccount(generatePrivateKey()).address;
    await agent.gasless.setAttester({ agentId: agent.agentId, attester });
    const { transactionHash } = await agent.gasless.cancelRequests();
    assert.deepEqual(await findFiled(transactionHash), []);
    assert.equal((await agent.gasless.getConsents({ agentId: agent.agentId })).attester, attester);
  });

  test("agrees again only if there is nothing quieter: for a record that has ended", async () => {
    const agent = await enter();
    await agent.gasless.terminate({ agentId: agent.agentId });
    const { transactionHash } = await agent.gasless.cancelRequests();
    assert.deepEqual(await findFiled(transactionHash), ["ConsentGiven"]);
  });

  test("is told what to do if it has no agent", async () => {
    const { registryAddress, rpcUrl, relayerUrl } = stack.settings;
    const account = privateKeyToAccount(generatePrivateKey());
    const stranger = createAgentRegistry({ registryAddress, rpcUrl, relayerUrl, account });
    await assert.rejects(stranger.cancelRequests(), {
      reason: "invalid-input",
      message: /No agent is registered for the wallet .* or cancel without a relayer/,
    });
  });

  test("is told if it cannot pay, and that a key is needed", async () => {
    const agent = await enter();
    await assert.rejects(agent.direct.cancelRequests(), { reason: "insufficient-funds" });
    const { registryAddress, rpcUrl } = stack.settings;
    await assert.rejects(createAgentRegistry({ registryAddress, rpcUrl }).cancelRequests(), {
      reason: "missing-key",
    });
  });
});
