import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress, numberToHex } from "viem";
import { createAgentRegistry } from "../create-agent-registry.ts";

const hash = `0x${"11".repeat(32)}` as const;
const walletOf = (number: number) => getAddress(numberToHex(number, { size: 20 }));

type Asked = { wallets: string[]; policy: object };

/** A query API that answers with as many blocks as questions. */
function setUp(rearrange = (wallets: string[]) => wallets) {
  const asked: Asked[] = [];
  const registry = createAgentRegistry({
    apiUrl: "http://api.test",
    retryDelayMs: 0,
    fetch: async (_, init) => {
      const question = JSON.parse(String(init?.body)) as Asked;
      asked.push(question);
      return Response.json({
        checkedAt: "2026-03-01T12:00:00.000Z",
        block: { number: asked.length, hash },
        data: rearrange(question.wallets).map((wallet) => ({
          wallet,
          isRegistered: true,
          isCompliant: true,
          agentId: Number(wallet),
          admissible: true,
          objections: [],
        })),
      });
    },
  });
  return { asked, registry };
}

test("a long list is asked a thousand at a time, and answered in its order with the block of each part", async () => {
  const { asked, registry } = setUp();
  const wallets = Array.from({ length: 2_001 }, (_, i) => walletOf(i + 1));
  const policy = { lineage: "ancestors" } as const;
  const decisions = await registry.kyaMany({
    wallets: wallets.map((wallet) => wallet.toLowerCase()),
    policy,
  });
  assert.deepEqual(
    asked.map((question) => [question.wallets.length, question.policy]),
    [1_000, 1_000, 1].map((count) => [count, policy]),
  );
  assert.deepEqual(
    decisions.map(({ wallet }) => wallet),
    wallets,
  );
  assert.deepEqual(decisions.at(-1), {
    wallet: walletOf(2_001),
    isRegistered: true,
    isCompliant: true,
    agentId: 2_001,
    admissible: true,
    objections: [],
    checkedAt: "2026-03-01T12:00:00.000Z",
    source: "api",
    block: { number: 3, hash },
  });
});

test("an empty list is answered without a question", async () => {
  const { asked, registry } = setUp();
  assert.deepEqual(await registry.kyaMany({ wallets: [] }), []);
  assert.deepEqual(asked, []);
});

test("a wallet that is none is named by its place before anything is asked", async () => {
  const { asked, registry } = setUp();
  await assert.rejects(registry.kyaMany({ wallets: [walletOf(1), "0x12"] }), {
    reason: "invalid-input",
    message: "wallets[1] is not a valid address: 0x12",
  });
  assert.deepEqual(asked, []);
});

for (const [name, rearrange] of [
  ["in another order", (wallets: string[]) => wallets.toReversed()],
  ["with one left out", (wallets: string[]) => wallets.slice(1)],
] as const) {
  test(`an answer ${name} is not taken for that of other wallets`, async () => {
    const { registry } = setUp(rearrange);
    const asking = registry.kyaMany({ wallets: [walletOf(1), walletOf(2)] });
    await assert.rejects(asking, { reason: "api-failed", message: /other wallets/ });
  });
}
