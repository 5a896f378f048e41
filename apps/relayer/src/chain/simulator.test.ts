import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Hex } from "viem";
import { MAX_BATCH_REQUESTS, type SignedForwardRequest } from "../transaction/forwarder.ts";
import { RpcFailure } from "./nodes.ts";
import { createSimulationBatcher, type Simulation } from "./simulator.ts";

const BATCH_DELAY_MS = 25;
const SUCCEEDS: Simulation = { kind: "succeeds" };

/** They differ by their nonce. */
function fromSigner(signer: number, nonce = signer, gas = 200_000n): SignedForwardRequest {
  const address: Hex = `0x${signer.toString(16).padStart(40, "0")}`;
  return {
    request: { from: address, to: address, value: 0n, gas, nonce: BigInt(nonce), deadline: 0, data: "0x" },
    signature: "0x",
  };
}

/** A chain whose answers the test gives, call by call. */
function createChain() {
  const calls: { nonces: number[]; answer: PromiseWithResolvers<unknown> }[] = [];
  async function ask(items: readonly SignedForwardRequest[]): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    calls.push({ nonces: items.map(({ request }) => Number(request.nonce)), answer });
    return await answer.promise;
  }
  const simulate = createSimulationBatcher({
    simulateAlone: async (item) => (await ask([item])) as Simulation,
    simulateTogether: async (items) => (await ask(items)) as boolean[] | null,
  });
  return {
    simulate,
    asked: () => calls.map(({ nonces }) => nonces),
    async answer(call: number, value: unknown) {
      calls[call]?.answer.resolve(value);
      await turn();
    },
    async fail(call: number, error: Error) {
      calls[call]?.answer.reject(error);
      await turn();
    },
  };
}

/** Two calls are under way, and the given requests wait. */
async function createBusyChain(t: TestContext, items: SignedForwardRequest[]) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const chain = createChain();
  for (const signer of [1, 2]) void chain.simulate(fromSigner(signer));
  t.mock.timers.tick(BATCH_DELAY_MS);
  const simulations = items.map((item) => chain.simulate(item));
  await turn();
  assert.deepEqual(chain.asked(), [[1], [2]]);
  return { ...chain, simulations };
}

describe("the simulation batcher", () => {
  it("simulates a request at once, and others that come meanwhile after a moment, together", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { simulate, asked, answer } = createChain();
    const simulations = [1, 2, 3].map((signer) => simulate(fromSigner(signer)));
    assert.deepEqual(asked(), [[1]]);
    t.mock.timers.tick(BATCH_DELAY_MS - 1);
    assert.deepEqual(asked(), [[1]]);
    t.mock.timers.tick(1);
    assert.deepEqual(asked(), [[1], [2, 3]]);
    await answer(0, { kind: "reverts", reason: "because" });
    await answer(1, [true, true]);
    assert.deepEqual(await Promise.all(simulations), [
      { kind: "reverts", reason: "because" },
      SUCCEEDS,
      SUCCEEDS,
    ]);
  });

  it("waits for no others once no call is under way, nor if they fill a call", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { simulate, asked, answer } = createChain();
    for (const signer of [1, 2]) void simulate(fromSigner(signer));
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked(), [[1], [2]]);
    for (let signer = 3; signer < 3 + MAX_BATCH_REQUESTS; signer += 1) {
      void simulate(fromSigner(signer, signer, 20_000n));
    }
    assert.deepEqual(asked()[2]?.length, MAX_BATCH_REQUESTS);
  });

  it("simulates all waiting requests in one call once a place is free", async (t) => {
    const { simulations, asked, answer } = await createBusyChain(t, [
      fromSigner(5),
      fromSigner(6),
      fromSigner(7),
    ]);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[5, 6, 7]]);
    await answer(2, [true, true, true]);
    assert.deepEqual(await Promise.all(simulations), [SUCCEEDS, SUCCEEDS, SUCCEEDS]);
  });

  it("simulates a request that fails among others again alone, and tells its own reason", async (t) => {
    const { simulations, asked, answer } = await createBusyChain(t, [
      fromSigner(5),
      fromSigner(6),
      fromSigner(7),
    ]);
    await answer(0, SUCCEEDS);
    await answer(2, [true, false, true]);
    assert.deepEqual(asked().slice(3), [[6]]);
    await answer(3, { kind: "reverts", reason: "its own" });
    assert.deepEqual(await Promise.all(simulations), [
      SUCCEEDS,
      { kind: "reverts", reason: "its own" },
      SUCCEEDS,
    ]);
  });

  it("simulates each request alone if the node cannot say which succeed", async (t) => {
    const { simulations, asked, answer } = await createBusyChain(t, [fromSigner(5), fromSigner(6)]);
    await answer(0, SUCCEEDS);
    await answer(2, null);
    assert.deepEqual(asked().slice(3), [[5], [6]]);
    await answer(3, SUCCEEDS);
    await answer(4, { kind: "invalid-signature" });
    assert.deepEqual(await Promise.all(simulations), [SUCCEEDS, { kind: "invalid-signature" }]);
  });

  it("never puts two requests of one signer into one call, since the first may never be mined", async (t) => {
    const items = [fromSigner(5, 50), fromSigner(6, 60), fromSigner(5, 51)];
    const { simulations, asked, answer } = await createBusyChain(t, items);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[50, 60]]);
    await answer(1, SUCCEEDS);
    assert.deepEqual(asked().slice(3), [[51]]);
    await answer(2, [true, true]);
    await answer(3, { kind: "invalid-signature" });
    assert.deepEqual(await Promise.all(simulations), [SUCCEEDS, SUCCEEDS, { kind: "invalid-signature" }]);
  });

  it("asks for no more gas in one call than a transaction may have", async (t) => {
    const large = [5, 6, 7].map((signer) => fromSigner(signer, signer, 5_000_000n));
    const { asked, answer } = await createBusyChain(t, large);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[5, 6]]);
  });

  it("simulates each request alone if no node answers the call for all, and each fails alone", async (t) => {
    const { simulations, asked, answer, fail } = await createBusyChain(t, [fromSigner(5), fromSigner(6)]);
    await answer(0, SUCCEEDS);
    const outcomes = Promise.allSettled(simulations);
    await fail(2, new RpcFailure("no node could be reached"));
    assert.deepEqual(asked().slice(3), [[5], [6]]);
    await fail(3, new RpcFailure("the node did not answer in time"));
    await answer(4, SUCCEEDS);
    const [first, second] = await outcomes;
    assert.equal(first?.status === "rejected" && first.reason.message, "the node did not answer in time");
    assert.deepEqual(second, { status: "fulfilled", value: SUCCEEDS });
  });

  it("goes on without the calls that a node does not answer soon", async (t) => {
    const { simulate, simulations, asked, answer } = await createBusyChain(t, [fromSigner(5), fromSigner(6)]);
    t.mock.timers.tick(2_000);
    await turn();
    assert.deepEqual(asked().slice(2), [[5, 6]], "the two before it hang");
    const later = simulate(fromSigner(7));
    t.mock.timers.tick(BATCH_DELAY_MS);
    assert.deepEqual(asked().slice(3), [[7]]);
    t.mock.timers.tick(2_000);
    await turn();
    assert.deepEqual(asked().slice(4), [[5], [6]], "the shared call hangs, too");
    for (const call of [3, 4, 5]) await answer(call, SUCCEEDS);
    assert.deepEqual(await Promise.all([later, ...simulations]), [SUCCEEDS, SUCCEEDS, SUCCEEDS]);
  });

  it("has a bounded number of calls under way, however many hang", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { simulate, asked, answer } = createChain();
    for (let signer = 1; signer <= 100; signer += 1) {
      void simulate(fromSigner(signer, signer, 12_000_000n));
      t.mock.timers.tick(2_000);
    }
    assert.equal(asked().length, 18);
    await answer(0, SUCCEEDS);
    await answer(1, SUCCEEDS);
    t.mock.timers.tick(2_000);
    assert.equal(asked().length, 20);
  });
});
