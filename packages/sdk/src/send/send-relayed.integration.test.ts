import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { minimalForwarderAbi, relayErrors } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import type { Address } from "viem";
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

describe("an answer that gets lost", () => {
  test("after the transaction was sent: the transaction is found, nothing is sent twice", async () => {
    relayer.faults.push({ kind: "send-and-hang-up" });
    const { transactionHash } = await registry.attest({ agentId });
    assert.equal((await chain.reader.getTransactionReceipt({ hash: transactionHash })).status, "success");
    assert.equal(relayer.posts.length, 1);
    assert.equal(await getNonce(), 2n);
  });

  test("before anything was sent: the very same request is posted again", async () => {
    relayer.faults.push({ kind: "hang-up" }, { kind: "hang-up" });
    await registry.attest({ agentId });
    assert.equal(relayer.posts.length, 3);
    assert.deepEqual(relayer.posts[2], relayer.posts[0]);
    assert.equal(await getNonce(), 2n);
  });

  test("behind a relayer's own trouble: tried again", async () => {
    relayer.faults.push({ kind: "answer", status: 500, error: "RPC timeout" });
    await registry.attest({ agentId });
    assert.equal(await getNonce(), 2n);
  });

  test("for good: says that the outcome is open and until when", async () => {
    relayer.faults.push(...Array.from({ length: 4 }, () => ({ kind: "hang-up" }) as const));
    await assert.rejects(registry.attest({ agentId }), {
      reason: "outcome-unknown",
      message: /may still be mined until \d{4}-/,
    });
    assert.equal(await getNonce(), 1n);
  });

  test("and a refusal of the second post does not pass for the fate of the first", async () => {
    const refusal = { kind: "answer", status: 429, error: relayErrors.signerRate(10) } as const;
    relayer.faults.push({ kind: "hang-up" }, refusal, refusal, refusal);
    await assert.rejects(registry.attest({ agentId }), { reason: "outcome-unknown" });
  });
});

test("a nonce that another request took in between is fetched again", async () => {
  const twin = connect({ relayerUrl: relayer.relayerUrl, account: registry.client.account });
  relayer.hooks.beforeRelay = async () => {
    await twin.updateCapabilities({ agentId, capabilities: ["overtaking"] });
  };
  const { transactionHash } = await registry.attest({ agentId });
  assert.equal((await chain.reader.getTransactionReceipt({ hash: transactionHash })).status, "success");
  assert.equal(await getNonce(), 3n);
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

test("a relayer that is not there: nothing was written", async () => {
  const alone = connect({ relayerUrl: "http://127.0.0.1:1", account: registry.client.account });
  await assert.rejects(alone.attest({ agentId }), {
    reason: "relayer-unreachable",
    message: /Nothing was written/,
  });
});

describe("a relayer that does not fit gets no signature", () => {
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
    test(name, async () => {
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

test("what answers is no relayer", async () => {
  const wrong = connect({ relayerUrl: chain.rpcUrl, account: registry.client.account });
  await assert.rejects(wrong.attest({ agentId }), { reason: "relayer-failed" });
});
