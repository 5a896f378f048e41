import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Address, custom } from "viem";
import { createAgentRegistry } from "../create-agent-registry.ts";

let chain: LocalChain;
let registryAddress: Address;
before(async () => {
  chain = await startChain();
  ({ registryAddress } = await deployLocally(chain));
});
after(() => chain.stop());

type Call = { method: string; params?: unknown };

/** A register over an RPC connection that can fail at each call. */
function connect({
  account,
  on,
  confirmationTimeoutMs = 60_000,
}: {
  confirmationTimeoutMs?: number;
  account: (typeof devAccounts)[keyof typeof devAccounts];
  on: (call: Call, pass: () => Promise<unknown>) => Promise<unknown>;
}) {
  const request = (call: Call) => on(call, () => chain.reader.request(call as never));
  return createAgentRegistry({
    registryAddress,
    account,
    transport: custom({ request }, { retryCount: 0 }),
    confirmationTimeoutMs,
  });
}

const entry = { haftungsperson: devAccounts.haftungsperson.address, operationalScope: "Direct" };

test("a transaction whose answer gets lost is found by its hash, and not sent twice", async () => {
  let sent = 0;
  const registry = connect({
    account: devAccounts.agent,
    on: async ({ method }, pass) => {
      const answer = await pass();
      if (method !== "eth_sendRawTransaction") return answer;
      sent++;
      throw new Error("connection reset");
    },
  });
  const { agentId } = await registry.register(entry);
  assert.equal((await registry.getAgent({ agentId })).agent.agentWallet, devAccounts.agent.address);
  assert.equal(sent, 1);
});

test("a transaction that itself gets lost ends in outcome-unknown, with its hash", async () => {
  const registry = connect({
    account: devAccounts.otherAgent,
    on: async ({ method }, pass) => {
      if (method === "eth_sendRawTransaction") throw new Error("connection reset");
      return pass();
    },
  });
  await assert.rejects(registry.register(entry), {
    reason: "outcome-unknown",
    transactionHash: /^0x[0-9a-f]{64}$/,
    message: /look it up before you send it again/,
  });
});

test("a transaction that is not mined in time ends in outcome-unknown, with its hash", async () => {
  await chain.test.setAutomine(false);
  try {
    const registry = connect({
      account: devAccounts.otherAgent,
      on: (_, pass) => pass(),
      confirmationTimeoutMs: 300,
    });
    await assert.rejects(registry.register(entry), { reason: "outcome-unknown", transactionHash: /^0x/ });
  } finally {
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
  }
});
