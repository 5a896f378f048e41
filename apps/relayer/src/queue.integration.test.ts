import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type RpcCall, type RpcFate, type SignedRequest, waitUntil } from "@agent-registry/testkit";
import type { Hex } from "viem";
import { insertQueued } from "./testing/insert-queued.ts";
import { createTestClock, startTestChain, toBody } from "./testing/test-relayer.ts";

const timing = { pollMs: 30 };
const clock = createTestClock();
const { chain, startRelayer, startRpc, register } = await startTestChain();
const rpc = await startRpc();
// A call that hangs would hang for the whole test, as with a node that takes its time.
const relayer = await startRelayer({ chain: rpc, timing, clock, env: { RPC_TIMEOUT_SECONDS: "60" } });

describe("a queue with a request that gets no answer from the node", () => {
  /** Ends what a test left hanging. */
  let release = Promise.withResolvers<RpcFate>();
  afterEach(() => {
    rpc.setHook(() => "pass");
    release.resolve("pass");
    release = Promise.withResolvers<RpcFate>();
  });

  const stateOf = async (digest: Hex) => (await relayer.get(`/relay/${digest}`)).body.state;
  const isMined = async ({ digest }: SignedRequest) => (await stateOf(digest)) === "mined";
  /** Accepted by a process that ended before it sent them: they are simulated again. */
  const queueUp = async (count: number) => {
    const queued = await Promise.all(Array.from({ length: count }, () => register()));
    rpc.setHook(({ method }) => (method === "eth_call" ? release.promise : "pass"));
    for (const signed of queued) await insertQueued({ relayer, signed, now: clock.now() });
    return queued;
  };
  const concerns = (call: RpcCall, { request }: SignedRequest) =>
    JSON.stringify(call.params).includes(request.from.slice(2).toLowerCase());

  it("a simulation that hangs holds up no other request", async () => {
    const [sick, ...others] = await queueUp(4);
    assert.ok(sick);
    rpc.setHook((call) => (call.method === "eth_call" && concerns(call, sick) ? release.promise : "pass"));
    for (const signed of others) await waitUntil(() => isMined(signed), "the others are mined", 20_000);
    assert.equal(await stateOf(sick.digest), "pending");
    // New requests pass as well.
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
    rpc.setHook(() => "pass");
    release.resolve("pass");
    await waitUntil(() => isMined(sick));
  });

  it("a request whose simulation keeps failing holds up no other, and is refused in the end", async () => {
    const [sick, ...others] = await queueUp(4);
    assert.ok(sick);
    const error = { code: -32_000, message: "execution timeout" };
    rpc.setHook((call) => (call.method === "eth_call" && concerns(call, sick) ? { error } : "pass"));
    for (const signed of others) await waitUntil(() => isMined(signed), "the others are mined", 20_000);
    assert.equal(await stateOf(sick.digest), "pending");
    clock.advance(10 * 60_000);
    await waitUntil(async () => (await stateOf(sick.digest)) === "refused");
    const { body } = await relayer.get(`/relay/${sick.digest}`);
    assert.match(body.error, /^RPC failure: .*could not be simulated/);
  });

  it("a transaction whose broadcast hangs holds up no other request", async () => {
    const first = await register();
    const before = rpc.calls.length;
    let held: unknown;
    rpc.setHook(({ method, params }) => {
      if (method !== "eth_sendRawTransaction") return "pass";
      held ??= params[0];
      return params[0] === held ? release.promise : "pass";
    });
    const answer = relayer.post(toBody(first));
    await waitUntil(() => held !== undefined);
    const second = await register();
    const other = relayer.post(toBody(second));
    await waitUntil(() =>
      rpc.calls
        .slice(before)
        .some((call) => call.method === "eth_sendRawTransaction" && call.params[0] !== held),
    );
    rpc.setHook(() => "pass");
    release.resolve("pass");
    assert.deepEqual([(await answer).status, (await other).status], [200, 200]);
  });

  it("a receipt that hangs or fails holds up no other answer", async () => {
    for (const fate of [release.promise, { status: 503 }]) {
      await chain.test.setAutomine(false);
      const first = await register();
      const slow = relayer.post(toBody(first));
      const readHash = async ({ digest }: SignedRequest) =>
        (await relayer.get(`/relay/${digest}`)).body.transactionHash;
      await waitUntil(async () => Boolean(await readHash(first)));
      const held = await readHash(first);
      rpc.setHook(({ method, params }) =>
        method === "eth_getTransactionReceipt" && params[0] === held ? fate : "pass",
      );
      const second = await register();
      const other = relayer.post(toBody(second));
      await waitUntil(async () => Boolean(await readHash(second)));
      await waitUntil(
        async () =>
          (await chain.reader.getTransactionCount({ address: relayer.wallet, blockTag: "pending" })) ===
          (await chain.reader.getTransactionCount({ address: relayer.wallet })) + 2,
      );
      await chain.test.setAutomine(true);
      await chain.test.mine({ blocks: 1 });
      assert.equal((await other).status, 200);
      assert.equal(await stateOf(first.digest), "pending");
      rpc.setHook(() => "pass");
      release.resolve("pass");
      assert.equal((await slow).status, 200);
    }
  });
});
