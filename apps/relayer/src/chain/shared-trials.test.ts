import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Hex } from "viem";
import type { SignedForwardRequest } from "../send/encode-call.ts";
import type { Trial } from "./create-chain.ts";
import { RpcFailure } from "./rpc-error.ts";
import { createSharedTrials } from "./shared-trials.ts";

const SUCCEEDS: Trial = { kind: "succeeds" };

/** Told apart by their nonce. */
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
  const tryOut = createSharedTrials({
    tryAlone: async (item) => (await ask([item])) as Trial,
    tryTogether: async (items) => (await ask(items)) as boolean[] | null,
  });
  return {
    tryOut,
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

/** Two are under way, and the given ones wait. */
async function createBusyChain(items: SignedForwardRequest[]) {
  const chain = createChain();
  for (const signer of [1, 2]) void chain.tryOut(fromSigner(signer));
  const trials = items.map((item) => chain.tryOut(item));
  await turn();
  assert.deepEqual(chain.asked(), [[1], [2]]);
  return { ...chain, trials };
}

describe("shared trials", () => {
  it("ask at once for each, until several are under way", async () => {
    const { tryOut, asked, answer } = createChain();
    const first = tryOut(fromSigner(1));
    const second = tryOut(fromSigner(2));
    assert.deepEqual(asked(), [[1], [2]]);
    await answer(0, SUCCEEDS);
    await answer(1, { kind: "reverts", reason: "because" });
    assert.deepEqual([await first, await second], [SUCCEEDS, { kind: "reverts", reason: "because" }]);
  });

  it("then take all who wait along in one question", async () => {
    const { trials, asked, answer } = await createBusyChain([fromSigner(5), fromSigner(6), fromSigner(7)]);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[5, 6, 7]]);
    await answer(2, [true, true, true]);
    assert.deepEqual(await Promise.all(trials), [SUCCEEDS, SUCCEEDS, SUCCEEDS]);
  });

  it("try alone whoever fails among the others, and tell that one's reason", async () => {
    const { trials, asked, answer } = await createBusyChain([fromSigner(5), fromSigner(6), fromSigner(7)]);
    await answer(0, SUCCEEDS);
    await answer(2, [true, false, true]);
    assert.deepEqual(asked().slice(3), [[6]]);
    await answer(3, { kind: "reverts", reason: "its own" });
    assert.deepEqual(await Promise.all(trials), [SUCCEEDS, { kind: "reverts", reason: "its own" }, SUCCEEDS]);
  });

  it("try each alone where the node cannot say", async () => {
    const { trials, asked, answer } = await createBusyChain([fromSigner(5), fromSigner(6)]);
    await answer(0, SUCCEEDS);
    await answer(2, null);
    assert.deepEqual(asked().slice(3), [[5], [6]]);
    await answer(3, SUCCEEDS);
    await answer(4, { kind: "invalid-signature" });
    assert.deepEqual(await Promise.all(trials), [SUCCEEDS, { kind: "invalid-signature" }]);
  });

  it("never hold two requests of one signer, since the second is judged as things stand", async () => {
    const items = [fromSigner(5, 50), fromSigner(6, 60), fromSigner(5, 51)];
    const { trials, asked, answer } = await createBusyChain(items);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[50, 60]]);
    await answer(1, SUCCEEDS);
    assert.deepEqual(asked().slice(3), [[51]]);
    await answer(2, [true, true]);
    await answer(3, { kind: "invalid-signature" });
    assert.deepEqual(await Promise.all(trials), [SUCCEEDS, SUCCEEDS, { kind: "invalid-signature" }]);
  });

  it("ask for no more gas at once than one transaction may have", async () => {
    const large = [5, 6, 7].map((signer) => fromSigner(signer, signer, 5_000_000n));
    const { asked, answer } = await createBusyChain(large);
    await answer(0, SUCCEEDS);
    assert.deepEqual(asked().slice(2), [[5, 6]]);
  });

  it("fail all who asked together when no node answers, and go on with the next", async () => {
    const { trials, tryOut, asked, answer, fail } = await createBusyChain([fromSigner(5), fromSigner(6)]);
    await answer(0, SUCCEEDS);
    const outcomes = Promise.allSettled(trials);
    await fail(2, new RpcFailure("no node could be reached"));
    const reasons = (await outcomes).map(
      (outcome) => outcome.status === "rejected" && outcome.reason.message,
    );
    assert.deepEqual(reasons, ["no node could be reached", "no node could be reached"]);
    const next = tryOut(fromSigner(8));
    assert.deepEqual(asked().at(-1), [8]);
    await answer(3, SUCCEEDS);
    assert.deepEqual(await next, SUCCEEDS);
  });
});
