import assert from "node:assert/strict";
import { test } from "node:test";
import { custom, numberToHex } from "viem";
import { chainId, registryAddress } from "../testing/scripted-register.ts";
import { createChainIdReader } from "./get-chain-id.ts";
import { createRegistryClient } from "./registry-client.ts";

/** A client whose node answers with what the test says, and counts how often it is asked. */
function setUp() {
  const state = { asked: 0, isDown: false };
  const request = async () => {
    state.asked++;
    if (state.isDown) throw new Error("node down");
    return numberToHex(chainId);
  };
  const transport = custom({ request }, { retryCount: 0 });
  return { state, askChainId: createChainIdReader(createRegistryClient({ registryAddress, transport })) };
}

test("the chain's id is asked for once, however many requests come at once", async () => {
  const { state, askChainId } = setUp();
  assert.deepEqual(await Promise.all([askChainId(), askChainId()]), [chainId, chainId]);
  assert.equal(await askChainId(), chainId);
  assert.equal(state.asked, 1);
});

test("the chain's id is asked for again after a failure", async () => {
  const { state, askChainId } = setUp();
  state.isDown = true;
  const failed = await Promise.allSettled([askChainId(), askChainId()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(state.asked, 1);
  state.isDown = false;
  assert.equal(await askChainId(), chainId);
});
