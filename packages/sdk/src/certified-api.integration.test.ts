import assert from "node:assert/strict";
import { before, test } from "node:test";
import { devAccounts } from "@agent-registry/testkit";
import { type Hex, http, type LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "./create-agent-registry.ts";
import { rpcQuorum } from "./proof/rpc-quorum.ts";
import { type Stack, untilIndexed, useStack } from "./testing/start-stack.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

function connect(account: LocalAccount = privateKeyToAccount(generatePrivateKey())) {
  return {
    address: account.address,
    ...createAgentRegistry({ ...stack.settings, account, retryDelayMs: 5 }),
  };
}

test("the query API knows every notary, so that a policy need not name them", async () => {
  const [owner, agent, person, notary] = [connect(devAccounts.owner), connect(), connect(), connect()];
  const { agentId } = await agent.register({ haftungsperson: person.address, operationalScope: "Buys" });
  await person.confirm({ agentId });
  await owner.addNotary({ notary: notary.address });
  const ref: Hex = `0x${"5e".repeat(32)}`;
  const seconds = Number((await stack.chain.reader.getBlock()).timestamp) + 86_400;
  const terms = { kind: "legal", level: "substantial", until: seconds } as const;
  const stated = await notary.certifyPerson({ person: person.address, ...terms, ref });
  const accepted = await person.acceptCertificate({ notary: notary.address, ...terms });
  assert.equal(accepted.paidBy, "relayer");
  await untilIndexed({ stack, ...accepted });

  const policy = { certified: { level: "substantial", kind: "legal" } } as const;
  const wallet = agent.address;
  const verdict = await agent.kya({ wallet, policy, source: "api" });
  assert.deepEqual([verdict.admissible, verdict.objections], [true, []]);
  const [one] = await agent.kyaMany({ wallets: [wallet], policy: { certified: { level: "high" } } });
  assert.deepEqual(one?.objections, ["haftungsperson-not-certified"]);
  const at = { block: accepted.blockNumber };
  assert.equal((await agent.kyaAt({ wallet, at, policy })).admissible, true);
  const early = await agent.kyaAt({ wallet, at: { block: stated.blockNumber }, policy });
  assert.deepEqual(early.objections, ["haftungsperson-not-certified"], "the person had not accepted it");

  const { certificates } = await agent.getHaftungsperson({ address: person.address });
  assert.equal(certificates.length, 1);
  const [certificate] = certificates;
  assert.deepEqual(
    [certificate?.notary, certificate?.level, certificate?.ref, certificate?.counts, certificate?.whyNot],
    [notary.address, "substantial", ref, true, null],
  );
  const { data } = await agent.getNotaries();
  const listed = data.find((each) => each.notary === notary.address);
  assert.deepEqual([listed?.isAccredited, listed?.certificates], [true, 1]);
  assert.deepEqual((await agent.getNotary({ notary: notary.address })).data, certificates);
  await assert.rejects(agent.getNotary({ notary: wallet }), {
    reason: "invalid-input",
    message: /Notary not found: 0x\w+\. It was never accredited here\./,
  });

  const named = { certified: { ...policy.certified, notaries: [notary.address] } };
  const proof = await agent.fetchKyaProof({ wallet, source: "api", notaries: [notary.address] });
  const trust = rpcQuorum([http(stack.settings.rpcUrl)]);
  // The tests' chain is ahead of the clock: each of its blocks is a second later than the one before.
  const now = Number((await stack.chain.reader.getBlock()).timestamp);
  const proven = await agent.verifyKya({ wallet, proof, trust, policy: named, now });
  assert.equal(proven.admissible, true);

  const removed = await owner.removeNotary({ notary: notary.address });
  await untilIndexed({ stack, ...removed });
  const [after] = await agent.kyaMany({ wallets: [wallet], policy });
  assert.deepEqual(after?.objections, ["haftungsperson-not-certified"]);
});
