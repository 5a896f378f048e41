import assert from "node:assert/strict";
import { test } from "node:test";
import { custom, type Hex, numberToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createRegistryClient } from "../client/registry-client.ts";
import { craftProof } from "../testing/craft-proof.ts";
import { chainId, registryAddress } from "../testing/scripted-register.ts";
import { hashProof } from "./hash-proof.ts";
import { createDomainReader, isSigned } from "./is-signed.ts";
import { type Proof, parseProof } from "./proof.ts";

const domain = { chainId, registryAddress };
const agent = privateKeyToAccount(generatePrivateKey());
const request = { method: "POST", path: "/jobs", body: new TextEncoder().encode("work") };
const header = await craftProof({ signer: agent, host: "api.example.com", issuedAt: 1_000 });
const proof = parseProof(header) as Proof;

test("the wallet's own signature counts, and no other", async () => {
  const hash = hashProof({ domain, proof, request });
  assert.equal(await isSigned({ ...proof, hash }), true);
  const { address } = privateKeyToAccount(generatePrivateKey());
  assert.equal(await isSigned({ ...proof, hash, wallet: address }), false);
  const otherPath = hashProof({ domain, proof, request: { ...request, path: "/" } });
  assert.equal(await isSigned({ ...proof, hash: otherPath }), false);
  const otherChain = hashProof({ domain: { ...domain, chainId: 1 }, proof, request });
  assert.equal(await isSigned({ ...proof, hash: otherChain }), false);
  const signature: Hex = `0x${"00".repeat(65)}`;
  assert.equal(await isSigned({ ...proof, hash, signature }), false);
});

/** A client whose node answers with what the test says, and counts how often it is asked. */
function setUp(options: { chainId?: number } = {}) {
  const state = { asked: 0, isDown: false };
  const request = async () => {
    state.asked++;
    if (state.isDown) throw new Error("node down");
    return numberToHex(chainId);
  };
  const transport = custom({ request }, { retryCount: 0 });
  return {
    state,
    getDomain: createDomainReader(createRegistryClient({ registryAddress, transport, ...options })),
  };
}

test("the chain's id is asked for once, however many requests come at once", async () => {
  const { state, getDomain } = setUp();
  assert.deepEqual(await Promise.all([getDomain(), getDomain()]), [domain, domain]);
  assert.deepEqual(await getDomain(), domain);
  assert.equal(state.asked, 1);
});

test("the chain's id is asked for again after a failure", async () => {
  const { state, getDomain } = setUp();
  state.isDown = true;
  const failed = await Promise.allSettled([getDomain(), getDomain()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(state.asked, 1);
  state.isDown = false;
  assert.deepEqual(await getDomain(), domain);
});

test("a chain's id that is configured is not asked for", async () => {
  const { state, getDomain } = setUp({ chainId });
  assert.deepEqual(await getDomain(), domain);
  assert.equal(state.asked, 0);
});

test("a provider without the Registry's address is told so at once", () => {
  assert.throws(() => createDomainReader(createRegistryClient({})), /REGISTRY_ADDRESS/);
});
