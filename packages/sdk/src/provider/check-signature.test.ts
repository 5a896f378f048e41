import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { createSignatureCheck } from "./check-signature.ts";
import { createQuestionLimit } from "./question-limit.ts";

const agent = privateKeyToAccount(generatePrivateKey());

test("the wallet's own signature counts, and no other", async () => {
  const isSigned = createSignatureCheck({
    client: scriptRegister({ compliant: [], now: () => 0 }).client,
    accounts: "eoa-only",
    limit: createQuestionLimit({ strangersPerSecond: 1, nowMs: () => 0 }),
    askChainId: () => assert.fail("Whether a key signed, nobody must be asked"),
  });
  const message = "what is signed";
  const proof = {
    wallet: agent.address,
    nonce: "1",
    holdsFrom: 0,
    holdsUntil: 1,
    message,
    signature: await agent.signMessage({ message }),
    mayBeOfKey: true,
  };
  assert.equal(await isSigned(proof), true);
  const { address } = privateKeyToAccount(generatePrivateKey());
  assert.equal(await isSigned({ ...proof, wallet: address }), false);
  assert.equal(await isSigned({ ...proof, message: `${message} ` }), false);
  const signature: Hex = `0x${"00".repeat(65)}`;
  assert.equal(await isSigned({ ...proof, signature }), false);
  assert.equal(await isSigned({ ...proof, mayBeOfKey: false }), false);
});
