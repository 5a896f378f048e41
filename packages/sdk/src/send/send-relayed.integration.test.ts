import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { minimalForwarderAbi, registryAbi, relayErrors } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  signedRequest,
  startChain,
} from "@agent-registry/testkit";
import { type Address, custom, encodeFunctionData, type LocalAccount, type Transport } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";
import { startRelayer } from "../testing/start-relayer.ts";

type Deployment = { registryAddress: Address; forwarderAddress: Address };

let chain: LocalChain;
let deployment: Deployment;
let relayer: Awaited<ReturnType<typeof startRelayer>>;
let registry: AgentRegistry;
let agentId: number;

before(async () => {
  chain = await startChain();
  deployment = await deployLocally(chain);
  relayer = await startRelayer({ chain, deployment });
});
after(async () => {
  await relayer.stop();
  await chain.stop();
});

beforeEach(async () => {
  registry = connect({ relayerUrl: relayer.relayerUrl });
  ({ agentId } = await registry.register({
    haftungsperson: devAccounts.haftungsperson.address,
    operationalScope: "Gasless",
  }));
  relayer.posts.length = 0;
});

function connect(options: {
  relayerUrl: string;
  forwarderAddress?: Address;
  account?: AgentRegistry["client"]["account"];
  transport?: Transport;
}) {
  const { account = privateKeyToAccount(generatePrivateKey()), ...rest } = options;
  const { registryAddress } = deployment;
  return createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, retryDelayMs: 5, account, ...rest });
}

async function getNonce(): Promise<bigint> {
  const from = registry.client.account?.address as Address;
  const contract = { address: deployment.forwarderAddress, abi: minimalForwarderAbi } as const;
  return chain.reader.readContract({ ...contract, functionName: "getNonce", args: [from] });
}

describe("an answer of the relayer that gets lost", () => {
  test("a transaction that was sent before its answer got lost is found, and not sent twice", async () => {
    relayer.faults.push({ kind: "send-and-hang-up" });
    const { transactionHash } = await registry.attest({ agentId });
    assert.equal((await chain.reader.getTransactionReceipt({ hash: transactionHash })).status, "success");
    assert.equal(relayer.posts.length, 1);
    assert.equal(await getNonce(), 2n);
  });

  test("a request that was not sent is posted again unchanged", async () => {
    relayer.faults.push({ kind: "hang-up" }, { kind: "hang-up" });
    await registry.attest({ agentId });
    assert.equal(relayer.posts.length, 3);
    assert.deepEqual(relayer.posts[2], relayer.posts[0]);
    assert.equal(await getNonce(), 2n);
  });

  test("a request that the relayer failed on is posted again", async () => {
    relayer.faults.push({ kind: "answer", status: 500, error: "RPC timeout" });
    await registry.attest({ agentId });
    assert.equal(await getNonce(), 2n);
  });

  test("an answer that stays lost ends in outcome-unknown, with the request's expiry", async () => {
    relayer.faults.push(...Array.from({ length: 4 }, () => ({ kind: "hang-up" }) as const));
    await assert.rejects(registry.attest({ agentId }), {
      reason: "outcome-unknown",
      message: /may still be mined until \d{4}-/,
    });
    assert.equal(await getNonce(), 1n);
  });

  test("a refusal of the second post does not decide the outcome of the first", async () => {
    const refusal = { kind: "answer", status: 429, error: relayErrors.signerRate(10) } as const;
    relayer.faults.push({ kind: "hang-up" }, refusal, refusal, refusal);
    await assert.rejects(registry.attest({ agentId }), { reason: "outcome-unknown" });
  });
});

test("a request whose nonce another request used is signed again with the next nonce", async () => {
  const twin = connect({ relayerUrl: relayer.relayerUrl, account: registry.client.account });
  relayer.hooks.beforeRelay = async () => {
    await twin.updateCapabilities({ agentId, capabilities: ["overtaking"] });
  };
  const { transactionHash } = await registry.attest({ agentId });
  assert.equal((await chain.reader.getTransactionReceipt({ hash: transactionHash })).status, "success");
  assert.equal(await getNonce(), 3n);
});

describe("a transaction that the relayer names", () => {
  /** A signed attestation, to share a transaction with another request. */
  async function attestation(input: { by: AgentRegistry; agentId: number; nonce: bigint }) {
    const { by, agentId: id, nonce } = input;
    const data = encodeFunctionData({
      abi: registryAbi,
      functionName: "attestCompliance",
      args: [BigInt(id)],
    });
    return signedRequest({
      signer: by.client.account as LocalAccount,
      deployment: { ...deployment, chainId: chain.chainId },
      overrides: { nonce, data },
    });
  }

  async function registerNeighbour() {
    const neighbour = connect({ relayerUrl: relayer.relayerUrl });
    const { agentId: neighbourId, transactionHash } = await neighbour.register({
      haftungsperson: devAccounts.haftungsperson.address,
      operationalScope: "Neighbour",
    });
    return { by: neighbour, agentId: neighbourId, transactionHash };
  }

  test("a transaction that holds another signer's request leaves the outcome unknown", async () => {
    const { transactionHash } = await registerNeighbour();
    const before = await registry.getAgent({ agentId });
    relayer.faults.push({ kind: "name-another", transactionHash });
    await assert.rejects(registry.attest({ agentId }), {
      reason: "outcome-unknown",
      transactionHash,
      message: /may still be mined until \d{4}-.*look the agent up before you try again/,
    });
    assert.deepEqual((await registry.getAgent({ agentId })).agent, before.agent);
  });

  test("a transaction that holds an earlier request of the same signer leaves the outcome unknown", async () => {
    const { transactionHash } = await registry.attest({ agentId });
    relayer.faults.push({ kind: "name-another", transactionHash });
    await assert.rejects(registry.attest({ agentId }), { reason: "outcome-unknown", transactionHash });
  });

  test("a request in a batch succeeds by its own outcome, even if others fail", async () => {
    const neighbour = await registerNeighbour();
    const failing = await attestation({ ...neighbour, agentId, nonce: 1n });
    const early = await attestation({ by: registry, agentId, nonce: 7n });
    const succeeding = await attestation({ ...neighbour, nonce: 1n });
    relayer.faults.push({ kind: "send-in-batch", before: [failing, early], after: [succeeding] });
    const { transactionHash } = await registry.attest({ agentId });
    const { logs } = await chain.reader.getTransactionReceipt({ hash: transactionHash });
    assert.equal(
      logs.filter(({ address }) => address === deployment.forwarderAddress.toLowerCase()).length,
      4,
    );
    assert.equal(await getNonce(), 2n);
  });

  test("a request that failed in a successful transaction is an error", async () => {
    const succeeding = await attestation({ ...(await registerNeighbour()), nonce: 1n });
    relayer.faults.push({ kind: "send-in-batch", after: [succeeding] });
    relayer.hooks.beforeRelay = async () => {
      const { registryAddress } = deployment;
      const owner = { registryAddress, rpcUrl: chain.rpcUrl, account: devAccounts.owner };
      await createAgentRegistry(owner).suspend({ agentId, reason: "Under review" });
    };
    await assert.rejects(registry.attest({ agentId }), {
      reason: "reverted",
      transactionHash: /^0x[0-9a-f]{64}$/,
      message: /the request failed in transaction 0x/i,
    });
    assert.equal(await getNonce(), 1n);
  });
});

test("an RPC node that stops answering half-way is named as the reason", async () => {
  let isSilent = false;
  const request = async (call: { method: string; params?: unknown }) => {
    isSilent ||= JSON.stringify(call.params ?? []).includes("pending");
    if (isSilent) throw new Error("connection reset");
    return chain.reader.request(call as never);
  };
  const { account } = registry.client;
  const transport = custom({ request }, { retryCount: 0 });
  await assert.rejects(connect({ relayerUrl: relayer.relayerUrl, account, transport }).attest({ agentId }), {
    name: "RegistryError",
    reason: "chain-unreachable",
  });
});

const refusals = [
  { status: 429, error: relayErrors.ipRate(20), reason: "ip-rate-limit" },
  { status: 429, error: relayErrors.signerRate(10), reason: "signer-rate-limit" },
  { status: 429, error: relayErrors.budgetExhausted, reason: "budget-exhausted" },
  { status: 503, error: relayErrors.balanceTooLow, reason: "relayer-balance-too-low" },
  { status: 403, error: relayErrors.wrongTarget, reason: "wrong-target" },
  { status: 403, error: relayErrors.valueTransfer, reason: "value-transfer" },
  { status: 401, error: relayErrors.invalidSignature, reason: "invalid-signature" },
  { status: 400, error: relayErrors.missingParts, reason: "relayer-failed" },
  { status: 500, error: relayErrors.contractReverted("Agent not active"), reason: "agent-not-active" },
] as const;

for (const { status, error, reason } of refusals) {
  test(`the refusal "${error}" is final and has the reason ${reason}`, async () => {
    relayer.faults.push({ kind: "answer", status, error });
    await assert.rejects(registry.attest({ agentId }), { reason, message: /Nothing was written/ });
    assert.equal(relayer.posts.length, 1);
  });
}

test("a relayer that does not answer is relayer-unreachable: nothing was written", async () => {
  const alone = connect({ relayerUrl: "http://127.0.0.1:1", account: registry.client.account });
  await assert.rejects(alone.attest({ agentId }), {
    reason: "relayer-unreachable",
    message: /Nothing was written/,
  });
});

describe("a relayer that does not fit the register gets no signature", () => {
  const stranger = devAccounts.stranger.address;
  const cases = [
    { name: "another chain", domain: { chainId: "1" }, options: {} },
    {
      name: "a forwarder that the Registry does not trust",
      domain: { verifyingContract: stranger },
      options: {},
    },
    {
      name: "a forwarder other than the configured one",
      domain: {},
      options: { forwarderAddress: stranger },
    },
  ];
  for (const { name, domain, options } of cases) {
    test(`a relayer that uses ${name} gets no signature`, async () => {
      const odd = await startRelayer({ chain, deployment, domain });
      const { account } = registry.client;
      await assert.rejects(connect({ relayerUrl: odd.relayerUrl, account, ...options }).attest({ agentId }), {
        reason: "relayer-untrusted",
      });
      assert.equal(odd.posts.length, 0);
      await odd.stop();
    });
  }
});

test("a service that is not a relayer is relayer-failed", async () => {
  const wrong = connect({ relayerUrl: chain.rpcUrl, account: registry.client.account });
  await assert.rejects(wrong.attest({ agentId }), { reason: "relayer-failed" });
});
